import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Table } from '../engine/contract.ts';
import { Engine } from '../testing/engine.ts';
import { gameOf as infoOf } from '../testing/games.ts';
import { parIn, positionRecord, sharedRecord } from './shared.ts';
import { growth, shareText } from './words.ts';

const won = (game: string): string => readFileSync(new URL(`../../../tests/records/${game}-won.pat`, import.meta.url), 'utf8');
const games = ['gargantua', 'grandfather', 'gloucestershire', 'stalactites', 'carthage'];

const engine = await Engine.load();
const meta = (table: Table, more: Record<string, string>): Table => ({ ...table, meta: { ...table.meta, ...more } });

describe('the text of a game', () => {
  it('says how it was won, and nothing of how', () => {
    const table = engine.table(`load\n${won('carthage')}`);
    const text = shareText(infoOf('carthage'), meta(table, { 'help-when-won': 'unaided' }), 'deal', {
      deal: '23',
      time: 751_000,
      par: 131,
    });
    const [head, facts, line] = text.split('\n');
    expect(head).toBe('Quincunx · Carthage #23');
    expect(facts).toBe(`Won in ${table.ply} moves, par 131, 12:31, without help`);
    expect(line).toMatch(/^[▁▂▃▅▇]{10}$/);
    expect(text).not.toMatch(/>|\d[CDHS]\b/);
  });

  it('leaves out what is not known', () => {
    const table = engine.table(`load\n${won('stalactites')}`);
    expect(shareText(infoOf('stalactites'), meta(table, { 'help-when-won': 'fair' }), 'game', { deal: '', time: 0, par: null })).toMatch(
      /^Quincunx · Stalactites\nWon in \d+ moves\n[▁▂▃▅▇]{10}$/,
    );
  });

  it('names the day of a deal of the day', () => {
    const table = engine.table('new carthage#23');
    const text = (kind: string) => shareText(infoOf('carthage'), meta(table, { kind }), 'deal', { deal: '23', time: 0, par: null });
    expect(text('day-2026-12-24')).toBe('Quincunx · Carthage, deal of the day, December 24, 2026\nCan you win this deal?');
    for (const bad of ['day-2026-99-99', 'day-<b>', 'winnable', ''])
      expect(text(bad)).toBe('Quincunx · Carthage #23\nCan you win this deal?');
  });

  it('says how far a game in progress is', () => {
    engine.table(`load\n${won('carthage')}`);
    const table = engine.table('goto 60');
    expect(shareText(infoOf('carthage'), table, 'game', { deal: '23', time: 0, par: null })).toMatch(
      /^Quincunx · Carthage #23\n60 moves, \d+ of 104 cards home\n[▁▂▃▅▇]{10}$/,
    );
    expect(shareText(infoOf('carthage'), engine.table('goto 3'), 'game', { deal: '23', time: 0, par: null }).split('\n').length).toBe(2);
    expect(shareText(infoOf('carthage'), engine.table('goto 12'), 'game', { deal: '23', time: 0, par: null })).toMatch(
      /\n12 moves, [^\n]*$/,
    );
    expect(shareText(infoOf('carthage'), table, 'position', { deal: '23', time: 0, par: null })).toMatch(
      /^Quincunx · Carthage\n\d+ of 104 cards home\nWhat would you play\?$/,
    );
  });
});

describe('the growth of the foundations', () => {
  it('is what the engine says at each tenth of every won game', () => {
    for (const game of games) {
      const table = engine.table(`load\n${won(game)}`);
      const { cards } = infoOf(game);
      const line = growth(table, cards);
      expect([...line].at(-1), game).toBe('▇');
      const expected = Array.from({ length: 10 }, (_, i) => {
        const { view } = engine.table(`goto ${Math.round((table.ply * (i + 1)) / 10)}`);
        const home = view.piles.filter(({ kind }) => kind === 'foundation').reduce((sum, pile) => sum + pile.cards.length, 0);
        return '▁▂▃▅▇'[Math.min(4, Math.floor((home / cards) * 5))];
      });
      expect(line, game).toBe(expected.join(''));
    }
  });
});

describe('a shared record', () => {
  it('says no par that cannot be one', () => {
    for (const par of ['0', '00', '-1', '01', '100000', 'x', '']) expect(parIn({ par }), par).toBeUndefined();
    expect(parIn({ par: '114' })).toBe('114');
    expect(parIn({})).toBeUndefined();
  });

  it('holds the time and par, and can be read', () => {
    const { record } = engine.table(`load\n${won('gargantua')}`);
    const shared = engine.table(`load\n${sharedRecord(record, 312_900, 95)}`);
    expect(shared.meta).toMatchObject({ time: '312', par: '95' });
    // A game left by an earlier sharing is replaced.
    expect(engine.table(`load\n${sharedRecord(shared.record, 400_000, null)}`).meta).toMatchObject({ time: '400' });
    expect(sharedRecord(shared.record, 400_000, null)).not.toContain('meta par');
    expect(sharedRecord(shared.record, 0, null)).toBe(record);
  });

  it('has no more lines than a record may have', () => {
    const { record } = engine.table(`load\n${won('gargantua')}`);
    const full = record.replace(/^end$(?![\s\S]*^end$)/m, `${Array.from({ length: 300 }, (_, i) => `meta key${i} x`).join('\n')}\nend`);
    expect(engine.table(`load\n${sharedRecord(full, 1000, 1)}`).meta).not.toHaveProperty('time');
  });

  it('of a position starts from the table as it is', () => {
    for (const [game, at] of [
      ['gloucestershire', 20],
      ['stalactites', 9],
      ['grandfather', 4],
    ] as const) {
      engine.table(`load\n${won(game)}`);
      const { view, record } = engine.table(`goto ${at}`);
      const alone = positionRecord(infoOf(game), view, '');
      if (view.piles.some((pile) => pile.cards.some(({ card }) => card === null))) {
        expect(alone, game).toBeNull();
        continue;
      }
      const table = engine.table(`load\n${alone}`);
      expect(table.plies).toBe(0);
      expect(table.record).not.toBe(record);
      expect(table.view.piles.map(({ id, cards }) => [id, cards.map(({ card }) => card)])).toEqual(
        view.piles.map(({ id, cards }) => [id, cards.map(({ card }) => card)]),
      );
      expect(table.view.choice).toBe(view.choice);
    }
    expect(positionRecord(infoOf('carthage'), engine.table('new carthage#23').view, '')).toBeNull();
    expect(positionRecord(infoOf('stalactites'), engine.table(`load\n${won('stalactites')}`).view, '')).toBeNull();
  });
});
