// Every source has an id that can stand in a page's address, a title, and an https address if any.

export default (catalog) =>
  catalog.sources.filter(({ id, title, url }) => !/^[\w-]+$/.test(id ?? '') || !title || (url !== undefined && !/^https:\/\//.test(url)))
    .map(({ id }) => `source ${id} needs an id of letters, digits and dashes, a title, and an https address if any`);
