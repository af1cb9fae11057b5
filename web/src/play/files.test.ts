/** Why records can't be read, as the page says it of what the engine answers. */
import { describe, expect, it } from 'vitest';
import type { Failure } from '../engine/contract.ts';
import { reasonWords } from './files.ts';
import { Engine } from '../testing/engine.ts';

const engine = await Engine.load();
const games = engine.games();

const head = 'quincunx-record 1\ngame carthage\n';
const dealt = `${head}deal carthage#1\nmoves\n`;

function why(record: string): string {
  const { ok, error } = engine.ask(`load\n${record}`) as Failure;
  expect(ok).toBe(false);
  return reasonWords(games, error);
}

describe('a record that can’t be read', () => {
  it('is refused in plain words', () => {
    expect(why('<html>')).toBe('A record starts with the line “quincunx-record 1”.');
    expect(why(dealt)).toBe('The record ends too early: its last line has to be “end”.');
    expect(why(`${head}moves\nend\n`)).toBe('The line “deal …” or “position” should be here.');
    expect(why(`${dealt}draw\nat 2\nend\n`)).toBe('The game has only 1 move.');
    expect(why(`${dealt}draw\nresult stuck\nend\n`)).toBe('The result says “stuck”, but after these moves the game is still in progress.');
  });

  it('is refused with the words for positions and cards', () => {
    expect(why('quincunx-record 1\ngame nosuch\ndeal nosuch#1\nmoves\nend\n')).toBe('There is no game “nosuch”.');
    expect(why(`${head}deal carthage:7H\nmoves\nend\n`)).toBe('A♣ is missing: the game has 2.');
    expect(why(`${head}position\ngame carthage\nF1 XX\nend\nmoves\nend\n`)).toBe('“XX” is not a card. Cards look like 7H or TD.');
    expect(why(`${head}position\ngame carthage\nF2 -\nend\nmoves\nend\n`)).toBe(
      'The line of Foundation 1 should be here. It starts with F1.',
    );
  });

  it('is refused with the reason why a move is none', () => {
    expect(why(`${dealt}draw T1>X9\nend\n`)).toBe('Move 2, T1>X9, is not a move of this game: There is no pile “X9”.');
    expect(why(`${dealt}T1>T1\nend\n`)).toBe('Move 1, T1>T1, is not allowed: The card is already there.');
  });

  it('is refused with the field of rules, and why they make no sense', () => {
    const reason = { code: 'no-word', parameters: { path: '/tableau/space', text: 'king', words: 'stays_empty, any_card' }, message: '' };
    expect(reasonWords(games, reason)).toBe('/tableau/space: “king” means nothing here. You can choose “stays_empty” or “any_card”.');
    expect(reasonWords(games, { code: 'other-kind', parameters: { path: '/deal', text: 'a list' }, message: '' })).toBe(
      '/deal: A list in brackets should be here.',
    );
    expect(reasonWords(games, { code: 'number-of-piles', parameters: { path: '' }, message: '' })).toBe(
      'A game has at most 40 piles, all kinds together.',
    );
    expect(reasonWords(games, { code: 'no-json', parameters: {}, message: '', line: 2, column: 5 })).toMatch(/^From line 2, column 5 on/);
  });

  it('is refused in the engine’s words if the page has none', () => {
    expect(reasonWords(games, { code: 'new-code', parameters: {}, message: 'something else' })).toBe('something else');
    expect(reasonWords([], { code: 'cut-off', parameters: {}, message: 'cut off' })).toBe('cut off');
  });
});

describe('a file of games that can’t be read', () => {
  it('is refused with what should be there', () => {
    const reason = (code: string, parameters: Record<string, string>) => reasonWords(games, { code, parameters, message: '' });
    expect(reason('bad-word', { words: 'playing given-up won', text: 'x' })).toBe(
      '“playing”, “given-up”, or “won” should be here, not “x”.',
    );
    expect(reason('bad-number', { from: '1', to: '50000', text: '0' })).toBe('A number from 1 to 50,000 should be here, not “0”.');
    expect(reason('bad-record', { 'at-line': '6', 'at-column': '4', reason: 'no-such-ply', limit: '3' })).toBe(
      'The record of this game can’t be read (its line 6, column 4): The game has only 3 moves.',
    );
    expect(reason('too-many-lines', { limit: '100', line: 'best' })).toBe('A file can’t have more than 100 lines “best”.');
  });
});
