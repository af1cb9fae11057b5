import { describe, expect, it } from 'vitest';
import { placesOf } from '../advice/findings.ts';
import type { Entry } from '../store/entry.ts';
import { games as some } from '../testing/games.ts';
import { entryWith } from '../testing/storage.ts';
import { achieved, featsOf, movesIn, type Achievement } from './feats.ts';

const rules = { variantOf: '', dailySince: '2026-11-25', reserve: 0, reserveDealt: 0, stockDealsToReserves: false, redeals: 0 };
const games = [
  { ...rules, id: 'gargantua', redeals: 1 },
  { ...rules, id: 'stalactites', reserve: 2 },
  { ...rules, id: 'carthage', reserve: 6, reserveDealt: 2 },
  { ...rules, id: 'carthage-strict', variantOf: 'carthage', dailySince: '' },
];
const [gargantua, stalactites, carthage] = games as [(typeof games)[0], (typeof games)[0], (typeof games)[0]];
let time = 1_796_000_000;
const win = (more: Partial<Entry> = {}): Entry =>
  entryWith(++time, { deal: 'gargantua#5', state: 'won', time: 0, ply: 90, moves: 90, ended: time, ...more });
const of = (...entries: Entry[]): Achievement[] => Object.keys(achieved(entries, games, new Map()).first) as Achievement[];

describe('the moves of a win say', () => {
  it('whether a cell was used, in games that have cells', () => {
    expect(featsOf(stalactites, ['by1', 'T1>T2', 'T3>F1'])).toEqual(['no-cell']);
    expect(featsOf(stalactites, ['by1', 'T1>R2', 'R2>F1'])).toEqual([]);
    expect(featsOf(carthage, ['R1>F1'])).toEqual([]);
    expect(some.find(({ id }) => id === 'stalactites')).toMatchObject({ reserveDealt: 0, stockDealsToReserves: false });
  });
  it('whether the stock was dealt again, in games that have a redeal', () => {
    expect(featsOf(gargantua, ['draw', 'W>T3'])).toEqual(['no-redeal']);
    expect(featsOf(gargantua, ['draw', 'redeal', 'W>T3'])).toEqual([]);
    expect(featsOf(carthage, ['draw'])).toEqual([]);
  });
  it('whether the chance that was shown was small on the way, and on no other', () => {
    const chance = { fair: 0.19, low: 0.1, high: 0.3, allLow: 0.1, allHigh: 0.3, worlds: 20, complete: false };
    const at = (moves: string[], fair: number) => ({ known: {}, chances: { [placesOf(moves).at(-1)!]: { ...chance, fair } } });
    expect(featsOf(carthage, ['draw', 'R1>F1'], at(['draw'], 0.19))).toEqual(['odds']);
    expect(featsOf(carthage, ['draw', 'R1>F1'], at(['draw'], 0.2))).toEqual([]);
    expect(featsOf(carthage, ['draw', 'R1>F1'], at(['R1>F1'], 0.19))).toEqual([]);
  });
  it('and a record has them', () => {
    expect(movesIn('quincunx-record 1\ngame x\ndeal x#1\nmoves\ndraw T1>F1\nredeal\nresult won\nend\n')).toEqual([
      'draw',
      'T1>F1',
      'redeal',
    ]);
    expect(movesIn('moves')).toEqual([]);
  });
});

describe('achievements', () => {
  it('are those of games without help', () => {
    const level = { kind: 'level-5' };
    expect(of()).toEqual([]);
    expect(of(win(level))).toEqual(['hardest']);
    expect(of(win({ ...level, help: 'fair' }))).toEqual([]);
    expect(of(win({ ...level, state: 'given-up' }))).toEqual([]);
    expect(of(win({ kind: 'level-4' }))).toEqual([]);
    expect(of(win({ par: 90 }))).toEqual(['par']);
    expect(of(win({ par: 89 }))).toEqual([]);
    expect(of(win({ par: 95, help: 'fair' }))).toEqual([]);
    expect(of(win({ thrown: 0 }))).toEqual(['flawless']);
    expect(of(win({ thrown: 1 }))).toEqual([]);
    expect(of(win({ deal: 'carthage-strict#1' }))).toEqual(['strict']);
    expect(of(win({ more: { feats: 'no-cell,no-redeal' } }))).toEqual(['no-cell', 'no-redeal']);
    expect(of(win({ more: { feats: 'no-cell' }, help: 'fair' }))).toEqual([]);
  });
  it('against the odds may know the odds, but not the cards', () => {
    expect(of(win({ more: { feats: 'odds' }, help: 'fair' }))).toEqual(['odds']);
    expect(of(win({ more: { feats: 'odds' }, help: 'all-known' }))).toEqual([]);
  });
  it('need every game, and five wins in a row of one', () => {
    const each = ['gargantua', 'stalactites', 'carthage'].map((game) => win({ deal: `${game}#1` }));
    expect(of(...each.slice(1))).toEqual([]);
    expect(of(...each)).toEqual(['games']);
    const wins = (...help: Entry['help'][]) => help.map((one) => win({ help: one }));
    expect(of(...wins('none', 'none', 'none', 'none', 'none'))).toEqual(['row']);
    expect(of(...wins('none', 'none', 'none', 'none', 'fair', 'none'))).toEqual([]);
    expect(of(...wins('none', 'none', 'none', 'none'), win({ deal: 'carthage#1' }))).toEqual([]);
    expect(of(...wins('none', 'none'), win({ state: 'given-up' }), ...wins('none', 'none', 'none'))).toEqual([]);
  });
  it('of a day are all its deals, won on it', () => {
    const day = (game: string, more: Partial<Entry> = {}) =>
      win({ deal: `${game}#1`, kind: 'day-2026-11-27', day: '2026-11-27', more: { finished: '1795780800+0' }, ...more });
    const all = ['gargantua', 'stalactites', 'carthage'].map((game) => day(game));
    const rest = all.slice(1);
    expect(of(...all)).toEqual(['day', 'games']);
    expect(of(...rest)).toEqual([]);
    expect(of(day('carthage-strict'), ...rest)).toEqual(['strict']);
    const not = (more: Partial<Entry>) => expect(of(day('gargantua', more), ...rest)).not.toContain('day');
    not({ state: 'given-up' });
    not({ more: {} });
    not({ day: '2026-11-28' });
    not({ help: 'fair' });
    not({ more: { finished: '1795780800+0,help' } });
  });
  it('are known of older games whose moves are kept, and belong to the first game', () => {
    const [first, second] = [win(), win()];
    const record = 'quincunx-record 1\ngame gargantua\nmoves\ndraw T1>F1\nresult won\nend\n';
    const found = achieved([second, first], games, new Map([first, second].map(({ name }) => [name, record])));
    expect(Object.keys(found.first)).toEqual(['no-redeal']);
    expect(found.first['no-redeal']).toBe(first);
  });
  it('say how far one is', () => {
    const steps = (...entries: Entry[]) => achieved(entries, games, new Map()).steps;
    expect(steps()).toEqual({ games: [0, 3], day: [0, 3], hardest: [0, 5], row: [0, 5] });
    const day = (deal: string, more: Partial<Entry> = {}) =>
      win({ deal, kind: 'day-2026-11-27', day: '2026-11-27', more: { finished: '1795780800+0' }, ...more });
    const helped = day('stalactites#1', { help: 'fair', more: { finished: '1795780800+0,help' } });
    expect(steps(day('carthage#1'), day('carthage-strict#1'), day('gargantua#1'), helped)).toMatchObject({ games: [2, 3], day: [2, 3] });
    expect(steps(win({ kind: 'level-3' }), win({ kind: 'level-2' }), win({ deal: 'carthage#1' }))).toMatchObject({
      hardest: [3, 5],
      row: [2, 5],
    });
    expect(steps(win(), win(), win({ state: 'given-up' }))).toMatchObject({ row: [0, 5] });
    const own = { key: 'own-x#5', deal: 'own-x#5' };
    expect(steps(win(own), win(own))).toEqual(steps());
  });
});
