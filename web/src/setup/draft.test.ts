/// <reference types="node" />
/** Positions of whole games, set up as text: the engine reads and judges them, nothing here knows a rule. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GameInfo, PositionCheck, Table, View } from '../engine/contract.ts';
import { Engine } from '../testing/engine.ts';
import { cardsLeft, draftOf, draftText, emptyDraft, moveTo, pack, placeIn, put, readDraft, take, turn, withoutUnknown } from './draft.ts';

const engine = await Engine.load();
/** another table, on which positions are set up while the first one plays a record */
const other = await Engine.load();
const games = engine.games();
const gameOf = (id: string): GameInfo => games.find((game) => game.id === id)!;
const check = (text: string): PositionCheck => engine.must<PositionCheck>(`check\n${text}`);

/** All that a player sees and can do; a set-up game numbers its cards anew. */
function seen({ status, piles, sources, controls, choice, redeals, finishable, choices }: View) {
  return {
    status,
    sources,
    controls,
    choice,
    redeals,
    finishable,
    choices,
    piles: piles.map((pile) => ({ ...pile, cards: pile.cards.map(({ card }) => card) })),
  };
}

describe('a position of a whole game', () => {
  const folder = new URL('../../../tests/records/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.pat'));

  it.each(files)('is set up again from what is visible: %s', (file) => {
    const record = readFileSync(new URL(file, folder), 'utf8');
    const { plies, view: last } = engine.table(`load\n${record}`);
    const game = gameOf(last.game);
    let whole = 0;
    for (let ply = 0; ply <= plies; ++ply) {
      const { view } = engine.table(`goto ${ply}`);
      const { draft, unseen } = draftOf(view);
      const text = draftText(game, draft);
      const { position, left, wrong } = check(text);
      expect(position).toMatchObject(draft);
      expect(left.length).toBe(unseen);
      expect(readDraft(game, text)).toEqual(draft);
      if (unseen > 0) {
        // No card is given away: those that are left are the same wherever they lie.
        expect(wrong.length).toBeGreaterThan(0);
        continue;
      }
      ++whole;
      expect(wrong).toEqual([]);
      const table = other.table(`setup\n${text}`);
      expect(seen(table.view)).toEqual(seen(view));
      expect({ deal: table.deal, ply: table.ply, events: table.events }).toEqual({ deal: '', ply: 0, events: [] });
    }
    // A game that was won ends with all cards in view; where no card is ever hidden, all positions are whole.
    if (file.endsWith('-won.pat')) expect(whole).toBeGreaterThan(0);
    if (!game.hasStock && !game.hasFaceDown) expect(whole).toBe(plies + 1);
  });

  it('is played on to the win, and its record is read again', () => {
    for (const file of files.filter((name) => name.endsWith('-won.pat'))) {
      const record = readFileSync(new URL(file, folder), 'utf8');
      const { plies, moves } = engine.table(`load\n${record}`);
      let start = 0;
      while (draftOf(engine.table(`goto ${start}`).view).unseen > 0) ++start;
      const { view } = engine.table(`goto ${start}`);
      let table: Table = engine.table(`setup\n${draftText(gameOf(view.game), draftOf(view).draft)}`);
      for (const { text } of moves.slice(start)) table = engine.table(`play ${text}`);
      expect(table.view.status, file).toBe('won');
      expect(table.plies).toBe(plies - start);
      const again = engine.table(`load\n${table.record}`);
      expect(seen(again.view)).toEqual(seen(table.view));
      expect(seen(engine.table('goto 0').view)).toEqual(seen(view));
    }
  });
});

describe('a draft', () => {
  it('starts empty and reads its own text, finished or not', () => {
    for (const game of games) {
      const empty = emptyDraft(game);
      const text = draftText(game, empty);
      expect(check(text).position, game.id).toMatchObject(empty);
      expect([...new Set(check(text).left)].sort()).toEqual(pack(game).sort());
      expect(check(text).left.length).toBe(game.cards);
      expect(
        check(text).wrong.every(({ later }) => later),
        game.id,
      ).toBe(true);
      const some = put(put(empty, 'T2', 0, 'KS'), 'T2', 1, 'QH');
      expect(readDraft(game, draftText(game, some))).toEqual(some);
      expect(readDraft(game, draftText(game, some).replace('\n', '\nrules {}\n'))).toEqual(some);
      expect(cardsLeft(game, some).get('KS')).toBe(game.decks - 1);
      expect(readDraft(game, `${text}\nW -`)).toBeNull();
      expect(readDraft(game, text.replace('T2 -', 'T2 KX'))).toBeNull();
      expect(readDraft(game, text.replace(game.id, 'other'))).toBeNull();
    }
  });

  it('keeps cards face down when others come, go and move', () => {
    const game = gameOf('gargantua');
    const line = (draft: ReturnType<typeof emptyDraft>) =>
      draftText(game, draft)
        .split('\n')
        .find((one) => one.startsWith('T3'));
    let draft = emptyDraft(game);
    for (const [index, card] of ['2C', '3D', '4H', 'AS'].entries()) draft = put(draft, 'T3', index, card);
    draft = turn(draft, 'T3', 2);
    expect(line(draft)).toBe('T3 2C 3D | 4H AS');
    expect(line(put(draft, 'T3', 1, 'KS'))).toBe('T3 2C KS 3D | 4H AS');
    expect(line(put(draft, 'T3', 2, 'KS'))).toBe('T3 2C 3D | KS 4H AS');
    expect(line(take(draft, 'T3', 0))).toBe('T3 3D | 4H AS');
    expect(line(moveTo(draft, 'T3', 0, 'T3'))).toBe('T3 3D | 4H AS 2C');
    expect(line(moveTo(draft, 'T3', 3, 'T4'))).toBe('T3 2C 3D | 4H');
    expect(check(draftText(game, draft)).position?.piles.find(({ id }) => id === 'T3')).toEqual({
      id: 'T3',
      cards: ['2C', '3D', '4H', 'AS'],
      hidden: 2,
    });
  });
});

describe('text from outside', () => {
  it('has its errors where the engine found them, in characters', () => {
    expect(placeIn('ä 7H\nF1 – xx', 2, 4)).toEqual({ column: 4, offset: 8 });
    expect(placeIn('ä 7H\nF1 – xx', 2, 8)).toEqual({ column: 6, offset: 10 });
    expect(placeIn('a', 9, 9)).toEqual({ column: 1, offset: 1 });
  });

  it('can be read without its unknown cards', () => {
    const { view } = engine.table('new gargantua#12345');
    const text = draftText(gameOf('gargantua'), draftOf(view).draft);
    const asPlayer = text
      .split('\n')
      .map((line) => (line.startsWith('T3 ') ? line.replace('T3 ', 'T3 ?? ?? | ') : line.startsWith('S') ? 'S ?? ??' : line))
      .join('\n');
    expect(check(asPlayer).wrong[0]).toMatchObject({ code: 'unknown-card', parameters: { pile: 'T3' }, column: 4 });
    expect(withoutUnknown(asPlayer)).toBe(text);
  });

  it('gets an answer whatever it is, and the table stays', () => {
    const before = engine.table('new carthage#1');
    const texts = [
      '',
      '\0',
      'game',
      'game carthage\0',
      `game carthage\n${'F1 -\n'.repeat(50_000)}`,
      'x'.repeat(1_000_000),
      `game ${'y'.repeat(100_000)}`,
      'game gargantua\nredeals 99999999999999999999',
      '\ud800',
      'game carthage\nF1 AS '.padEnd(500_000, 'AS '),
    ];
    for (const text of texts) {
      const { position, wrong } = check(text);
      expect(position).toBeNull();
      expect(wrong).toHaveLength(1);
      expect(wrong[0]!.line).toBeGreaterThan(0);
      expect(JSON.stringify(wrong).length).toBeLessThan(500);
    }
    expect(engine.table('table')).toEqual({ ...before, events: [] });
  });
});
