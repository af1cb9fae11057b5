/**
 * As much of W3C WebDriver as the tests need, for Debian's WebKitGTK (packages webkit2gtk-driver and xvfb), and for an old
 * WebKit (packages wpewebkit-driver and libwpewebkit-1.1-0).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { long } from '../../tools/patience.ts';

const codes: Record<string, string> = {
  Shift: '\uE008',
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** The small browsers that come with the engines. The old one is of 2022, as Safari 16.0, and needs no screen. */
const kinds = {
  current: {
    driver: '/usr/bin/WebKitWebDriver',
    browser: 'webkit2gtk-4.1/MiniBrowser',
    options: 'webkitgtk:browserOptions',
    args: ['--enable-write-console-messages-to-stdout=true'],
    screen: true,
  },
  old: {
    driver: '/usr/bin/WPEWebDriver',
    browser: 'wpe-webkit-1.1/MiniBrowser',
    options: 'wpe:browserOptions',
    args: ['--headless'],
    screen: false,
  },
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The environment of WebKit's programs. */
const surroundings: NodeJS.ProcessEnv = {
  ...process.env,
  // In the locale C, WebKitGTK knows no language at all, and Intl throws.
  LANG: 'en_US.UTF-8',
  LC_ALL: 'en_US.UTF-8',
  LANGUAGE: 'en_US:en',
  GTK_A11Y: 'none',
  NO_AT_BRIDGE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  // It needs rights that nobody has in a container.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
};

/** Programs that end together, with all that they have started, and with this one at the latest. */
export class Programs {
  readonly #children: ChildProcess[] = [];

  constructor() {
    process.once('exit', () => this.#kill());
  }

  start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    const stdio = Array.from({ length: 4 }, () => 'pipe' as const);
    const child = spawn(program, args, { env: { ...surroundings, ...env }, detached: true, stdio });
    child.stderr.resume();
    this.#children.push(child);
    return child;
  }

  /** A screen that nobody sees. */
  async screen(): Promise<string> {
    const screen = this.start('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'], {});
    return new Promise<string>((resolve, reject) => {
      screen.stdio[3]!.once('data', (data: Buffer) => resolve(`:${String(data).trim()}`));
      screen.once('error', reject);
      screen.once('exit', () => reject(new Error('Xvfb did not start')));
    });
  }

  #kill(): ChildProcess[] {
    const running = this.#children.filter(({ pid, exitCode, signalCode }) => pid !== undefined && exitCode === null && signalCode === null);
    for (const { pid } of running) process.kill(-pid!, 'SIGKILL');
    return running;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#kill().map((child) => new Promise((resolve) => child.once('exit', resolve))));
  }
}

export class WebDriver {
  /** what the console said, errors and warnings alone */
  readonly said: string[] = [];
  /** where files that are saved go */
  readonly downloads: string;
  readonly #home = mkdtempSync(join(tmpdir(), 'quincunx-webkit-'));
  readonly #programs = new Programs();
  #base = '';
  #session = '';

  private constructor() {
    this.downloads = join(this.#home, 'downloads');
    mkdirSync(this.downloads);
    mkdirSync(join(this.#home, '.config'));
    writeFileSync(join(this.#home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${this.downloads}"\n`);
  }

  /** Starts a browser, with options of its own, and a line of GTK's settings. */
  static async start(kind: keyof typeof kinds, options: readonly string[] = [], gtk = ''): Promise<WebDriver> {
    const driver = new WebDriver();
    mkdirSync(join(driver.#home, '.config/gtk-3.0'));
    writeFileSync(join(driver.#home, '.config/gtk-3.0/settings.ini'), `[Settings]\n${gtk}\n`);
    try {
      await driver.#begin(kinds[kind], options);
      return driver;
    } catch (error) {
      await driver.stop();
      throw error;
    }
  }

  async #begin(kind: (typeof kinds)[keyof typeof kinds], options: readonly string[]): Promise<void> {
    const browser = readdirSync('/usr/lib')
      .map((architecture) => `/usr/lib/${architecture}/${kind.browser}`)
      .find((file) => existsSync(file));
    if (!browser || !existsSync(kind.driver)) throw new Error(`${kind.driver} is needed (tools/packages.txt)`);
    const port = await freePort();
    const driver = this.#programs.start(kind.driver, [`--port=${port}`, '--host=127.0.0.1'], {
      ...(kind.screen ? { DISPLAY: await this.#programs.screen() } : {}),
      HOME: this.#home,
      XDG_CONFIG_HOME: join(this.#home, '.config'),
    });
    for (const stream of [driver.stdout!, driver.stderr!]) {
      stream.on('data', (data: Buffer) =>
        this.said.push(
          ...String(data)
            .split('\n')
            .filter((line) => /CONSOLE .*(ERROR|WARN)/.test(line)),
        ),
      );
    }
    this.#base = `http://127.0.0.1:${port}`;
    for (let attempt = 0; ; ++attempt) {
      if (
        await fetch(`${this.#base}/status`).then(
          () => true,
          () => false,
        )
      )
        break;
      if (attempt === 600) throw new Error(`${kind.driver} does not answer`);
      await wait(100);
    }
    const args = ['--automation', ...kind.args, ...options];
    const { sessionId } = await this.#ask<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { [kind.options]: { binary: browser, args } } },
    });
    this.#session = `/session/${sessionId}`;
    await this.ask('POST', '/timeouts', { script: 4 * long, pageLoad: long, implicit: 0 });
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(this.#base + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  ask<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#ask(method, this.#session + path, body);
  }

  /** Has a function run in the page, and waits for what it promises. */
  async run(text: string, argument: unknown): Promise<unknown> {
    const script = `const [argument, done] = arguments;
      (async () => (${text})(argument))().then(
        (value) => done({ value: value === undefined ? null : value }),
        (error) => done({ error: String(error) + '\\n' + String(error && error.stack) }));`;
    const { value, error } = await this.ask<{ value?: unknown; error?: string }>('POST', '/execute/async', {
      script,
      args: [argument ?? null],
    });
    if (error !== undefined) throw new Error(`in the page: ${error}`);
    return value;
  }

  /** Presses keys one after the other. */
  press(keys: readonly string[]): Promise<unknown> {
    const actions = keys.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, value: codes[key] ?? key })));
    return this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** Goes with the mouse from place to place: pressed at the first one, let go at the last one. */
  drag(places: readonly { x: number; y: number }[]): Promise<unknown> {
    const moves = places.map(({ x, y }) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 30 }));
    const actions = [...moves.slice(0, 1), { type: 'pointerDown', button: 0 }, ...moves.slice(1), { type: 'pointerUp', button: 0 }];
    return this.ask('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
  }

  async stop(): Promise<void> {
    if (this.#session !== '') await this.ask('DELETE', '').catch(() => undefined);
    await this.#programs.stop();
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}
