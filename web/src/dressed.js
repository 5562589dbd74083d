// Styles that nobody needs before something is opened.

/** Resolves when they are there, or do not come. @param {string} href */
export const dressed = (href) => new Promise((done) => {
  if (document.querySelector(`link[href="${href}"]`)) return done(undefined);
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = href;
  sheet.onload = sheet.onerror = done;
  document.head.append(sheet);
});
