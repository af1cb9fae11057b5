/** Firefox as these tests know a browser: Playwright drives it by another protocol than Chromium, which can do less. */
import { test, type Browser, type BrowserContext, type Page } from '@playwright/test';

function skip(why: string): Promise<never> {
  test.skip(true, why);
  throw new Error(why);
}

/**
 * Firefox runs a test's scripts for each page in the empty document that comes first, too, where whatever may be
 * refused is.
 */
function sparesEmptyPages(target: Page | BrowserContext): void {
  const add = target.addInitScript.bind(target);
  target.addInitScript = (script, argument) =>
    typeof script === 'function'
      ? add({ content: `if (origin !== 'null') (${script.toString()})(${JSON.stringify(argument) ?? ''});` })
      : add(script);
}

/** Playwright cannot switch scripts off there: they come with nothing in them. */
export const emptyScripts = (context: BrowserContext): Promise<unknown> =>
  context.route(/\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));

/**
 * Firefox ESR 153 ends a page's process when Playwright, from its own realm, reads elements that a label refers to after
 * axe has read them in the page's. Without these properties both read the attributes.
 */
const hideReferences = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    for (const name of Object.getOwnPropertyNames(Element.prototype))
      if (/^aria\w+Elements?$/.test(name)) Reflect.deleteProperty(Element.prototype, name);
  });

export function adaptFirefox(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async ({ serviceWorkers: _, ...options } = {}) => {
    const context = await newContext(options);
    sparesEmptyPages(context);
    await hideReferences(context);
    context.newCDPSession = () => skip('only Chromium can do that for a test');
    // It is allowed by a preference (playwright.firefox.config.ts).
    context.grantPermissions = () => Promise.resolve();
    context.on('page', (page) => {
      sparesEmptyPages(page);
      // It is light from the start.
      page.emulateMedia = ({ colorScheme } = {}) =>
        colorScheme === 'light' ? Promise.resolve() : skip('Firefox has such a setting only as a whole: e2e/engines/');
    });
    return context;
  };
  return browser;
}
