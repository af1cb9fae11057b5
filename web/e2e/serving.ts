/** `quincunx serve` with a database of its own, which is as long as its test: always at the same address. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../tools/program.ts';

const moves = (record: string): string[] => /\nmoves\n([\s\S]*?)\n(?:result|end)/.exec(record)![1]!.split(/\s+/);

export class Serving {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quincunx-'));
  #process: ChildProcess | null = null;
  #port = '0';

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  async start(): Promise<this> {
    const words = ['serve', '--port', this.#port, '--database', join(this.#folder, 'service.db')];
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

  /** Moves that win a deal. */
  solved(deal: string): string[] {
    const file = join(this.#folder, 'solved.pat');
    execFileSync(program, ['solve', deal, '--out', file], { stdio: 'ignore' });
    return moves(readFileSync(file, 'utf8'));
  }

  /** Sends a game as another player. */
  async send(deal: string, day: string, line: readonly string[]): Promise<void> {
    const record = `quincunx-record 1\ngame ${deal.replace(/#.*/, '')}\ndeal ${deal}\nmoves\n${line.join(' ')}\nend\n`;
    const answer = await fetch(`${this.url}api/1/results/${randomBytes(16).toString('hex')}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${randomBytes(16).toString('hex')}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ day, record, helped: false }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** All results, votes and challenges that are kept, and numbers. */
  kept(): { kind: string }[] {
    const text = execFileSync(program, ['service', 'export', '--database', join(this.#folder, 'service.db')]).toString();
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { kind: string });
  }
}

/** The date, and the number of its deal of a game. */
export function dealOfToday(game: string): { day: string; deal: string } {
  const day = new Date().toLocaleDateString('sv');
  const said = execFileSync(program, ['deal', game, '--day', day]).toString();
  return { day, deal: new RegExp(`${game}#(\\d+)`).exec(said)![1]! };
}
