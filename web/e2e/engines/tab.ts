/**
 * One page in any of the engines, set as people set it: Chromium and Firefox by Playwright, WebKit by WebDriver. Each test
 * has a server of its own, and so an origin that nothing is stored for; the browser is shared.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, firefox, test as base, expect, type LaunchOptions, type Page } from '@playwright/test';
import { browserPath, firefoxPath } from '../../tools/browser.ts';
import { harmless, long } from '../helpers.ts';
import { Serving } from '../serving.ts';
import { firstVersion, Site } from '../site.ts';
import { MortalFirefox, MortalWebKit, type Mortal } from './mortal.ts';
import { WebDriver } from './webdriver.ts';

export { expect };

export type Engine = 'chromium' | 'firefox' | 'webkit';

interface Ways {
  firefox?: Record<string, string | number | boolean>;
  webkit?: readonly string[] | 'old';
  gtk?: string;
}
/** How people set their browsers, by the browser's own means: preferences of Firefox, options of WebKitGTK's browser, settings of GTK. */
const settings = {
  ordinary: { firefox: {}, webkit: [] },
  'site data blocked': {
    firefox: { 'network.cookie.cookieBehavior': 2 },
    webkit: ['--enable-html5-local-storage=false', '--enable-html5-database=false'],
  },
  // Tor Browser, Mullvad Browser and LibreWolf have it on.
  'fingerprinting resisted': { firefox: { 'privacy.resistFingerprinting': true } },
  'pictures randomized': {
    firefox: {
      'privacy.fingerprintingProtection': true,
      'privacy.fingerprintingProtection.overrides':
        '+CanvasRandomization,+EfficientCanvasRandomization,+CanvasImageExtractionPrompt,+CanvasExtractionBeforeUserInputIsBlocked',
    },
  },
  'a private window': { firefox: { 'browser.privatebrowsing.autostart': true } },
  'no service workers': { firefox: { 'dom.serviceWorkers.enabled': false } },
  'no WebAssembly': { firefox: { 'javascript.options.wasm': false } },
  'little motion': { firefox: { 'ui.prefersReducedMotion': 1 }, webkit: [], gtk: 'gtk-enable-animations=0' },
  'colors of its own': {
    firefox: {
      'browser.display.document_color_use': 2,
      'browser.display.background_color': '#000000',
      'browser.display.foreground_color': '#ffffff',
      'browser.display.use_system_colors': false,
    },
  },
  'an old engine': { webkit: 'old' },
} satisfies Record<string, Ways>;
export type Setting = keyof typeof settings;

interface File {
  name: string;
  text: string;
}

export interface Tab {
  readonly engine: Engine;
  /** errors and warnings of the console, and what nobody caught */
  readonly said: string[];
  readonly evaluate: Page['evaluate'];
  goto(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  press(...keys: string[]): Promise<void>;
  drag(...places: { x: number; y: number }[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Has a function run in another tab of the browser, which is at an address until this one is closed. */
  beside<A>(address: string, what: (argument: A) => unknown, argument: A): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** the files that the page has saved */
  readonly files: readonly File[];
  close(): Promise<unknown>;
}

interface Running {
  tab(): Promise<Tab>;
  stop(): Promise<void>;
}

const desktop = { width: 1440, height: 900 };

class PlaywrightTab implements Tab {
  readonly engine: Engine;
  readonly said: string[] = [];
  readonly evaluate: Page['evaluate'];
  readonly files: File[] = [];
  readonly #page: Page;

  constructor(engine: Engine, page: Page) {
    this.engine = engine;
    this.#page = page;
    this.evaluate = page.evaluate.bind(page);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.said.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.said.push(`uncaught: ${error.message}`));
    page.on('download', async (download) => {
      this.files.push({ name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') });
    });
  }
  goto = (address: string) => this.#page.goto(address);
  reload = () => this.#page.reload();
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }
  async drag(...places: { x: number; y: number }[]): Promise<void> {
    const { mouse } = this.#page;
    for (const [i, { x, y }] of places.entries()) {
      await mouse.move(x, y);
      if (i === 0) await mouse.down();
    }
    await mouse.up();
  }
  resize = (width: number, height: number) => this.#page.setViewportSize({ width, height });
  async beside<A>(address: string, what: (argument: A) => unknown, argument: A): Promise<void> {
    const page = await this.#page.context().newPage();
    await page.goto(address);
    await page.evaluate(what as (argument: unknown) => unknown, argument as unknown);
  }
  screenshot = () => this.#page.screenshot();
  close = () => this.#page.context().close();
}

async function startByPlaywright(engine: 'chromium' | 'firefox', setting: Setting): Promise<Running> {
  const options: Record<typeof engine, LaunchOptions> = {
    chromium: { executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] },
    firefox: {
      channel: 'moz-firefox',
      executablePath: firefoxPath,
      firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': 1, ...(settings[setting] as Ways).firefox },
    },
  };
  const browser = await { chromium, firefox }[engine].launch(options[engine]);
  return {
    tab: async () => new PlaywrightTab(engine, await (await browser.newContext({ viewport: desktop })).newPage()),
    stop: () => browser.close(),
  };
}

class WebKitTab implements Tab {
  readonly engine = 'webkit';
  readonly #others: string[] = [];
  readonly evaluate: Page['evaluate'];
  readonly #driver: WebDriver;

  constructor(driver: WebDriver) {
    this.#driver = driver;
    this.evaluate = ((what: unknown, argument: unknown) => driver.run(String(what), argument)) as Page['evaluate'];
  }
  get files(): File[] {
    const folder = this.#driver.downloads;
    return readdirSync(folder)
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
      .filter(({ text }) => text !== '');
  }
  get said(): string[] {
    return this.#driver.said;
  }
  goto = (url: string) => this.#driver.ask('POST', '/url', { url });
  reload = () => this.#driver.ask('POST', '/refresh', {});
  press = async (...keys: string[]) => void (await this.#driver.press(keys));
  drag = async (...places: { x: number; y: number }[]) => void (await this.#driver.drag(places));
  /** The browser's own bars take some of its window, and it does not get narrower than these. */
  async resize(width: number, height: number): Promise<void> {
    for (let attempt = 0; attempt < 10; ++attempt) {
      const page = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
      if (page.height === height && (page.width === width || attempt > 5)) return;
      const window = await this.#driver.ask<typeof page>('GET', '/window/rect');
      const size = { width: window.width + width - page.width, height: window.height + height - page.height };
      await this.#driver.ask('POST', '/window/rect', { x: 0, y: 0, ...size });
      await wait(100);
    }
    throw new Error(`the page cannot be ${width} x ${height}`);
  }
  async beside<A>(address: string, what: (argument: A) => unknown, argument: A): Promise<void> {
    const own = await this.#driver.ask<string>('GET', '/window');
    const { handle } = await this.#driver.ask<{ handle: string }>('POST', '/window/new', { type: 'tab' });
    this.#others.push(handle);
    await this.#driver.ask('POST', '/window', { handle });
    await this.goto(address);
    await this.#driver.run(String(what), argument);
    await this.#driver.ask('POST', '/window', { handle: own });
  }
  async close(): Promise<void> {
    const own = await this.#driver.ask<string>('GET', '/window');
    for (const handle of this.#others) {
      await this.#driver.ask('POST', '/window', { handle });
      await this.#driver.ask('DELETE', '/window');
    }
    await this.#driver.ask('POST', '/window', { handle: own });
    await this.goto('about:blank');
  }
  screenshot = async () => Buffer.from(await this.#driver.ask<string>('GET', '/screenshot'), 'base64');
}

async function startWebKit(setting: Setting): Promise<Running> {
  const { webkit = [], gtk } = settings[setting] as Ways;
  const driver = await (webkit === 'old' ? WebDriver.start('old') : WebDriver.start('current', webkit, gtk));
  return {
    async tab() {
      driver.said.length = 0;
      const tab = new WebKitTab(driver);
      if (webkit !== 'old') await tab.resize(desktop.width, desktop.height);
      return tab;
    },
    stop: () => driver.stop(),
  };
}

const start = (engine: Engine, setting: Setting): Promise<Running> =>
  engine === 'webkit' ? startWebKit(setting) : startByPlaywright(engine, setting);

/** Waits until something in the page is true, for a minute. It may be loaded again meanwhile. */
export async function until<A>(tab: Pick<Tab, 'evaluate'>, what: (argument: A) => unknown, argument?: A): Promise<void> {
  const end = Date.now() + long;
  let cause: unknown;
  const failed = (error: unknown): boolean => {
    cause = error;
    return false;
  };
  while (!(await tab.evaluate(what as (argument: unknown) => unknown, argument as unknown).catch(failed))) {
    if (Date.now() > end) throw new Error(`not in time: ${String(what)} ${JSON.stringify(argument) ?? ''}`, { cause });
    await wait(50);
  }
}

export const files = firstVersion();

export const test = base.extend<
  { setting: Setting; allowed: RegExp[]; site: Site; server: Serving; elsewhere: Site; tab: Tab; mortal: Mortal },
  { engine: Engine; ordinary: Running }
>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  setting: ['ordinary', { option: true }],
  /** what the console may say */
  allowed: [[], { option: true }],
  ordinary: [
    async ({ engine }, use) => {
      const running = await start(engine, 'ordinary');
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 3 * long },
  ],
  /** the real one, with a service */
  server: async ({}, use) => {
    const server = await new Serving().start();
    await use(server);
    await server.end();
  },
  site: async ({}, use) => {
    const site = await new Site(files).start();
    await use(site);
    await site.stop();
  },
  /** the same page for a browser in which nothing of it is stored */
  elsewhere: async ({}, use) => {
    const site = await new Site(files).start();
    await use(site);
    await site.stop();
  },
  tab: async ({ engine, setting, ordinary, allowed }, use, info) => {
    const own = setting !== 'ordinary';
    if (own && !(engine in settings[setting])) info.skip(true, `${engine} has no such setting`);
    const running = own ? await start(engine, setting) : ordinary;
    try {
      const tab = await running.tab();
      await use(tab);
      if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('page.png'), await tab.screenshot());
      expect(tab.said.filter((text) => ![...allowed, harmless].some((pattern) => pattern.test(text)))).toEqual([]);
      await tab.close();
    } finally {
      if (own) await running.stop();
    }
  },
  /** in a browser of its own */
  mortal: async ({ engine }, use, info) => {
    info.skip(engine === 'chromium', 'keep.spec.ts kills those');
    const mortal = await (engine === 'webkit' ? MortalWebKit : MortalFirefox).start();
    await use(mortal);
    await mortal.stop();
  },
});
