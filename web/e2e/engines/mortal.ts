/** A page whose process can be killed while the browser lives on. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { firefox, type Page } from '@playwright/test';
import { firefoxPath } from '../../tools/browser.ts';
import { Programs } from './webdriver.ts';

export interface Mortal {
  readonly evaluate: Page['evaluate'];
  goto(address: string): Promise<unknown>;
  /** The next page is another one, in another process. */
  kill(): Promise<unknown>;
  stop(): Promise<void>;
}

/** The processes that this one has started, and those that they have. */
function descendants(): { pid: number; name: string }[] {
  const all = readdirSync('/proc').flatMap((pid) => {
    try {
      const [, name = '', parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!;
      return { pid: Number(pid), name, parent: Number(parent) };
    } catch {
      return []; // no process, or over
    }
  });
  const below = (parent: number): typeof all => all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(process.pid);
}

export class MortalFirefox implements Mortal {
  #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }
  static async start(): Promise<MortalFirefox> {
    const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: firefoxPath });
    return new MortalFirefox(await (await browser.newContext()).newPage());
  }
  get evaluate(): Page['evaluate'] {
    return this.#page.evaluate.bind(this.#page);
  }
  goto = (address: string): Promise<unknown> => this.#page.goto(address);
  async kill(): Promise<void> {
    const before = this.#page;
    // Processes of pages from a server have this name.
    const killed = descendants().filter(({ name }) => name === 'Isolated Web Co');
    if (killed.length === 0) throw new Error('there is no such process');
    for (const { pid } of killed) process.kill(pid, 'SIGKILL');
    this.#page = await before.context().newPage();
    await before.close();
  }
  stop = (): Promise<void> => this.#page.context().browser()!.close();
}

/** A browser of our own (mortal.py), since WebDriver ends with the first page that is killed. */
export class MortalWebKit implements Mortal {
  readonly evaluate: Page['evaluate'];
  readonly #programs: Programs;
  readonly #browser: ChildProcess;
  readonly #waiting: ((answer: unknown) => void)[] = [];

  private constructor(programs: Programs, browser: ChildProcess) {
    this.#programs = programs;
    this.#browser = browser;
    createInterface(browser.stdout!).on('line', (line) => this.#waiting.shift()?.(JSON.parse(line)));
    this.evaluate = (async (what: unknown, argument: unknown) => {
      const body = `return JSON.stringify({ value: await (${String(what)})(${JSON.stringify(argument)}) });`;
      const { value, error } = (await this.#ask('run', body)) as { value?: unknown; error?: string };
      if (error !== undefined) throw new Error(`in the page: ${error}`);
      return value;
    }) as Page['evaluate'];
  }
  static async start(): Promise<MortalWebKit> {
    const programs = new Programs();
    const browser = programs.start(fileURLToPath(new URL('mortal.py', import.meta.url)), [], { DISPLAY: await programs.screen() });
    return new MortalWebKit(programs, browser);
  }
  #ask(...what: string[]): Promise<unknown> {
    this.#browser.stdin!.write(`${JSON.stringify(what)}\n`);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
  goto = (address: string): Promise<unknown> => this.#ask('load', address);
  kill = (): Promise<unknown> => this.#ask('kill');
  stop = (): Promise<void> => this.#programs.stop();
}
