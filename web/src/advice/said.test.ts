/// <reference types="node" />
/**
 * One chance for one thing: at every ply of many games, played by hints and now and then by another move, whatever the page
 * says of the position is compared. In full 50 games of each; in short what takes little time.
 */
import { describe, expect, test } from 'vitest';
import type { Answer, GameInfo } from '../engine/contract.ts';
import { answer } from '../engine/module.ts';
import { dice } from '../testing/dice.ts';
import { Engine } from '../testing/engine.ts';
import { full } from '../testing/full.ts';
import { solverModule } from '../testing/storage.ts';
import { aboutWords } from '../play/move-words.ts';
import { chanceWords, costPercent, fellWords, lastCost, lastLuck, luckOf } from './words.ts';
import { adviceWords } from '../play/replies.ts';
import type { FairAdvice, MoveAdvice, Odds, Solution } from '../engine/solver-contract.ts';
import { chanceOf, placesOf, readFindings, weighedBy, withChance, withWeighed, type Chance, type Weighed } from './findings.ts';
import { hidesCards } from '../play/help.ts';
import { muchWorse } from './tips.ts';

const engine = await Engine.load();
const module = await solverModule();

function ask<T>(request: string): T {
  const given = JSON.parse(answer(module, request)) as Answer<object>;
  if (!given.ok) throw new Error(request);
  return given as T;
}
function done<T>(record: string, start: string): T {
  for (const request of [`record\n${record}`, start]) ask(request);
  while (!ask<{ done: boolean }>('step 100000').done);
  return ask<T>('found');
}

/** The chance as the hint, its sentence, "Other good moves", the header and the panel say it: a text for each place. */
function chancesSaid(info: GameInfo, hint: FairAdvice, chance: Chance): string[] {
  const certain = hint.basis.startsWith('certain');
  const sentence = adviceWords(info, hint, false).seen;
  const [first] = hint.choices;
  const said = chanceWords(chance);
  return [
    said,
    ...(hint.hint && !certain
      ? [
          /([\w ]+%) to win\./
            .exec(sentence)?.[1]!
            .trim()
            .replace(/^[A-Z]/, (first) => first.toLowerCase()) ?? `not in: ${sentence}`,
        ]
      : []),
    ...(first ? [first.chance === null ? 'none' : aboutWords(first.chance, certain)] : []),
    ...(certain ? [hint.basis === 'certain' ? aboutWords(1, true) : aboutWords(0, true)] : []),
  ];
}

/** Plays a deal; says what did not agree. */
function disagreements(game: string, deal: number, plies: number): string[] {
  const info = engine.games().find(({ id }) => id === game)!;
  const hides = hidesCards(info);
  const roll = dice(deal);
  const found: string[] = [];
  let table = engine.table(`new ${game}#${deal}`);
  engine.table('automatic never');
  let findings = readFindings({});
  let silent = '';
  let last: Weighed | null = null;
  for (let ply = 0; table.view.status === 'playing' && ply < plies; ++ply) {
    const differ = (what: string, all: string[]) =>
      new Set(all).size > 1 && found.push(`${game}#${deal}, ply ${ply}, ${what}: ${all.join(' | ')}`);
    const hint = done<FairAdvice>(table.record, 'start-hint');
    const moves = table.moves.map(({ text }) => text);
    const places = placesOf(moves);
    if (hides) {
      const chance = chanceOf(done<Odds>(table.record, 'start-odds'));
      if (chance) {
        findings = withChance(findings, places[ply]!, chance);
        differ('chance', chancesSaid(info, hint, chance));
        // Without a card there is no luck: the chance has changed by what the judge says of the last move.
        const chances = places.map((place) => findings.chances[place] ?? null);
        if (last && silent === places[ply]) {
          findings = withWeighed(findings, places[ply]!, last);
          if (!chance.complete) differ('the chance after the last move', [last.after, chance.fair].map(String));
          const desk = { ply, own: ply, chances, places, findings, silent };
          if (!last.right) differ('luck without a card', [lastLuck(desk), luckOf(desk, last)].map(String));
          // The tip about it, and what the header says that it cost.
          const tip = muchWorse(last, false) ? fellWords(last) : '';
          if (tip) differ('whether the last move was dear', ['true', String(lastCost(desk) !== '')]);
        }
      }
    } else {
      // A rule of thumb says nothing of whether the game can be won, and a search that was not long enough neither.
      const { verdict } = done<Solution>(table.record, 'start-solve');
      if (verdict !== 'unknown' && hint.basis.startsWith('certain'))
        differ('verdict', [verdict, hint.basis === 'certain' ? 'winnable' : 'unwinnable']);
    }
    const other = roll(7) === 0;
    const all = table.view.sources.flatMap(({ targets }) => targets.filter(({ standIn }) => standIn === null).map(({ move }) => move));
    const move = (other ? all[roll(Math.max(1, all.length))] : undefined) ?? hint.hint?.move;
    if (move === undefined) break;
    last = other && hides ? weighedBy(done<MoveAdvice>(table.record, `start-judge ${move}`)) : null;
    table = engine.table(`play ${move}`);
    silent = table.events.some(({ type }) => type === 'turn' || type === 'refill' || type === 'deal')
      ? ''
      : placesOf(table.moves.map(({ text }) => text)).at(-1)!;
  }
  return found;
}

describe('no two places disagree', () => {
  for (const [game, count, plies] of full
    ? ([
        ['gargantua', 50, 1000],
        ['grandfather', 50, 1000],
        ['carthage', 50, 1000],
        ['gloucestershire', 50, 1000],
        ['stalactites', 50, 1000],
      ] as const)
    : ([
        ['grandfather', 1, 1000],
        ['stalactites', 3, 1000],
      ] as const))
    test(`over whole games of ${game}`, { timeout: 3_600_000 }, () => {
      for (let deal = 8_300_001; deal < 8_300_001 + count; ++deal) expect(disagreements(game, deal, plies)).toEqual([]);
    });
});

describe('a chance', () => {
  const chance = (fair: number, worlds: number, complete = false): Chance => ({
    fair,
    low: Math.max(0, fair - 0.12),
    high: Math.min(1, fair + 0.12),
    worlds,
    complete,
  });
  test('is a band as long as it grows, and in tens at its end', () => {
    expect(chanceWords(chance(0.63, 12))).toBe('50 to 80%');
    expect(chanceWords(chance(0.63, 64))).toBe('about 60%');
  });
  test('is certain only where every card is known', () => {
    expect([0, 0.02, 0.97, 0.9999].map((fair) => chanceWords(chance(fair, 64)))).toEqual(['under 5%', 'under 5%', 'over 95%', 'over 95%']);
    expect([0, 1].map((fair) => chanceWords(chance(fair, 1, true)))).toEqual(['0%', '100%']);
    expect(aboutWords(1, true)).toBe('100%');
  });
  test('has fallen by as much as the two numbers that are said differ', () => {
    for (const [before, after] of [
      [0.64, 0.36],
      [0.98, 0.6],
      [0.55, 0.34],
    ] as const)
      expect(`${fellWords({ before, after })} ${costPercent({ before, after })}`).toMatch(
        /from (about 60% to about 40%.* 20%|over 95% to about 60%.* 35%|about 60% to about 30%.* 30%)$/,
      );
  });
});
