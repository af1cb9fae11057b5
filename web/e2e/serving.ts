/** `quincunx serve` with a database of its own, which is as long as its test: always at the same address. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../tools/program.ts';

const run = (...words: string[]): string => execFileSync(program, words, { stdio: ['ignore', 'pipe', 'ignore'] }).toString();

/** Moves that win a deal. */
export const solved = (deal: string): string[] => {
  const [, moves = ''] = /\nmoves\n([\s\S]*?)\nresult/.exec(run('solve', deal, '--out', '-'))!;
  return moves.split(/\s+/);
};

/** A date, today or so many days ago, and its deal of a game with moves that win it. */
export function today(game: string, ago = 0): { day: string; deal: string; line: string[] } {
  const day = new Date(Date.now() - ago * 86_400_000).toLocaleDateString('sv');
  const deal = new RegExp(`${game}#(\\d+)`).exec(run('deal', game, '--day', day))![1]!;
  return { day, deal, line: solved(`${game}#${deal}`) };
}

const recordOf = (deal: string, line: readonly string[]): string =>
  `quincunx-record 1\ngame ${deal.replace(/#.*/, '')}\ndeal ${deal}\nmoves\n${line.join(' ')}\nend\n`;

type Kind = 'result' | 'vote' | 'challenge';

export class Serving {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quincunx-'));
  #process: ChildProcess | null = null;
  #port = '0';

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  get #file(): string {
    return join(this.#folder, 'service.db');
  }

  async start(): Promise<this> {
    const words = ['serve', '--port', this.#port, '--database', this.#file];
    const server = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = server;
    const [said] = (await once(server.stdout, 'data')) as [Buffer];
    this.#port = /:(\d+)\//.exec(String(said))![1]!;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (server?.kill('SIGKILL')) await once(server, 'exit');
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
  }

  async #put(path: string, body: object): Promise<void> {
    const answer = await fetch(`${this.url}api/1/${path}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${randomBytes(16).toString('hex')}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** Sends a game as another player: of a day, or of a challenge. */
  send(deal: string, of: { day: string } | { challenge: string }, line: readonly string[]): Promise<void> {
    return this.#put(`results/${randomBytes(16).toString('hex')}`, { ...of, record: recordOf(deal, line), helped: false });
  }

  /** Votes as another player, who has won these deals. */
  vote(game: string, stars: number, lines: ReadonlyMap<string, readonly string[]>): Promise<void> {
    return this.#put(`votes/${game}`, { stars, records: [...lines].map(([deal, line]) => recordOf(deal, line)) });
  }

  /** The results, votes or challenges that are kept. */
  all<T = unknown>(kind: Kind): T[] {
    const lines = run('service', 'export', '--database', this.#file).split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as { kind: string } & T).filter((one) => one.kind === kind);
  }

  /** How many they are. */
  kept(kind: Kind): number {
    return this.all(kind).length;
  }

  /** The kinds of things that the operator finds by the short name of a key. */
  keptOf(name: string): string[] {
    const lines = run('service', 'show', name, '--database', this.#file).split('\n').filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
  }
}
