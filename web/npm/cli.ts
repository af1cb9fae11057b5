#!/usr/bin/env node
/** `npx quincunx`: the few commands that need no C++ program. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSolver, openTable } from './node.ts';
import { serve } from './serve.ts';

const usage = `Usage: quincunx COMMAND
  games                      the games
  deal  DEAL                 how a deal is laid out; DEAL is written GAME#NUMBER
  solve DEAL|FILE [--time S] can it be won, and by which moves
  hint  DEAL|FILE [--time S] a move for someone who sees only the table
  serve [--port N] [--host ADDRESS]
                             the table for the browser
A FILE is a record or a position; - is standard input.`;

class BadUse extends Error {}

const textOf = (name: string): string => (/^[a-z-]+[#:]\w+$/.test(name) ? name : readFileSync(name === '-' ? 0 : name, 'utf8'));
const say = (...lines: string[]) => process.stdout.write(lines.join('\n') + '\n');
const percent = (share: number): string => `${Math.round(share * 100)} %`;

const commands: Record<string, (about: string, options: { time: number; port: number; host: string }) => Promise<boolean>> = {
  async games() {
    const { games } = await (await openTable()).games();
    say(...games.map(({ id, summary }) => `${id.padEnd(20)} ${summary}`));
    return true;
  },
  async deal(about) {
    const { deal, view } = await (await openTable()).deal(about);
    say(deal, ...view.piles.map(({ id, cards }) => `${id.padEnd(4)} ${cards.map(({ card }) => card ?? '##').join(' ') || '-'}`));
    return true;
  },
  async solve(about, { time }) {
    const { verdict, nodes, line } = await (await openSolver()).solution(textOf(about), { time });
    say(`${verdict}, ${nodes} nodes`, ...(line.length > 0 ? [line.join(' ')] : []));
    return verdict === 'winnable';
  },
  async hint(about, { time }) {
    const { hint, chance, fitted } = await (await openSolver()).consideredHint(textOf(about), { time });
    say(
      hint ? `${hint.move}  ${hint.text}` : 'no hint',
      ...(chance === null ? [] : [`${fitted ? 'chance of winning' : 'share of worlds that can be won'}: ${percent(chance)}`]),
    );
    return hint !== null;
  },
  async serve(_, { port, host }) {
    say(`Quincunx is served at ${await serve(fileURLToPath(new URL('../../', import.meta.url)), port, host)}`);
    return true;
  },
};

function number(text: string, name: string, most: number): number {
  if (!/^\d+$/.test(text) || Number(text) > most) throw new BadUse(`--${name} takes a number from 0 to ${most}`);
  return Number(text);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      time: { type: 'string', default: '10' },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', default: false },
    },
  });
  if (values.version) {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
    say(`quincunx ${version}`);
    return 0;
  }
  if (values.help) {
    say(usage);
    return 0;
  }
  const [command = '', about, ...rest] = positionals;
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new BadUse(usage);
  if ((about === undefined) !== ['games', 'serve'].includes(command) || rest.length > 0) throw new BadUse(usage);
  const time = number(values.time, 'time', 1_000_000) * 1000;
  const done = await run(about ?? '', { time, port: number(values.port, 'port', 65_535), host: values.host });
  return done ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof BadUse ? '' : 'quincunx: '}${text}\n`);
  const badUse = error instanceof BadUse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  return badUse ? 2 : 1;
});
