// Tabs that tests of a file use one after another. What a browser has compiled of the page it need not compile again, which is most
// of what opening it costs.

/** What the next test would notice of a tab, wherever it goes. */
const LASTING = { page: ['addInitScript', 'emulateMedia', 'exposeFunction', 'route'], context: ['addInitScript', 'grantPermissions', 'newPage', 'route', 'setOffline'] };

async function newTab(browser, options, prepare) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await prepare(page);
  const tab = { page, spoiled: false, close: context.close.bind(context) };
  for (const [of, names] of [[page, LASTING.page], [context, LASTING.context]])
    for (const name of names) {
      const does = of[name].bind(of);
      of[name] = (...given) => {
        tab.spoiled = true;
        return does(...given);
      };
    }
  return tab;
}

/** Gives `take`: a page in a context of its own. A test that closes the context hands the tab on, with nothing kept in it and nobody who listens, to
 * the next one that wants its kind; where the test has changed more than that, it is closed. @param {import('playwright-core').Browser} browser */
export function tabsOf(browser) {
  /** By their kind. @type {Map<string, any[]>} */
  const idle = new Map();

  async function leave(tab, key, options) {
    if (tab.spoiled) return tab.close();
    await tab.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await tab.page.goto('about:blank');
    if (JSON.stringify(tab.page.viewportSize()) !== JSON.stringify(options.viewport)) await tab.page.setViewportSize(options.viewport);
    idle.set(key, [...idle.get(key) ?? [], tab]);
  }

  /** @param {object} options of the context @param {Record<string, (event: any) => void>} heard events of the page, and what is done at each
   * @param {{anew?: boolean, kind?: string, prepare?: (page: import('playwright-core').Page) => Promise<unknown>}} [how] `anew`: one that nobody has used; `kind`: of what `prepare` does */
  async function take(options, heard, { anew = false, kind = '', prepare = async () => {} } = {}) {
    const key = JSON.stringify([kind, options]);
    const tab = (!anew && idle.get(key)?.pop()) || await newTab(browser, options, prepare);
    const { page } = tab;
    for (const [event, hear] of Object.entries(heard)) page.on(event, hear);
    page.context().close = async () => {
      for (const [event, hear] of Object.entries(heard)) page.off(event, hear);
      await leave(tab, key, options);
    };
    return page;
  }
  return { take };
}
