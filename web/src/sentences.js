// Sentences on the fields of a scenario, by pointer; the build puts them here.

/** @type {Record<string, string>} */
export default {};
