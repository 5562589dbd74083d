// Every source has a title, and an https address if any.

export default (catalog) =>
  catalog.sources.filter(({ id, title, url }) => !id || !title || (url !== undefined && !/^https:\/\//.test(url)))
    .map(({ id }) => `source ${id} needs a title, and an https address if any`);
