import { describe, expect, it } from 'vitest';
import type { Event, Table } from './contract.ts';
import { gameOf, viewOf } from './testing/games.ts';
import { ago, cardName, cardSign, clock, happened, pileName, wantName } from './words.ts';

const game = gameOf('gargantua');

function tableWith(events: Event[], lengths: Record<string, number> = {}): Table {
  return {
    view: viewOf(game, lengths),
    events,
    ply: 1,
    plies: 1,
    moves: [],
    marks: [],
    meta: {},
    automatic: 'never',
    deal: 'gargantua#1',
    record: '',
  };
}

describe('words', () => {
  it('names cards and piles', () => {
    expect(cardName('AS')).toBe('ace of spades');
    expect(cardName('TH')).toBe('10 of hearts');
    expect(cardSign('TD')).toBe('10♦');
    expect(pileName(game, 'T12')).toBe('pile 12');
    expect(pileName(gameOf('stalactites'), 'R2')).toBe('cell 2');
    expect(pileName(gameOf('carthage'), 'R2')).toBe('reserve 2');
    expect(wantName('8')).toBe('an 8');
    expect(wantName('8H')).toBe('8 of hearts');
    expect(wantName('A')).toBe('an ace');
    expect(wantName('')).toBe('');
  });

  it('says the result first and what is left behind last', () => {
    const events: Event[] = [
      { type: 'move', from: 'T5', to: 'F1', ids: [1], cards: ['AH'], automatic: false },
      { type: 'turn', pile: 'T5', id: 2, card: 'JD' },
    ];
    expect(happened(game, tableWith(events, { T5: 4 }))).toBe(
      'Ace of hearts to foundation; jack of diamonds turned up; 4 cards in pile 5',
    );
  });

  it('says a deal to many piles, a redeal and a choice', () => {
    const deal: Event = {
      type: 'deal',
      to: [
        { pile: 'T1', id: 1, card: '2C' },
        { pile: 'T2', id: 2, card: 'KD' },
      ],
    };
    expect(happened(game, tableWith([deal]))).toBe('2 cards dealt: 2 of clubs to pile 1, king of diamonds to pile 2');
    expect(happened(game, tableWith([{ type: 'redeal', turned: 12, kept: 1 }]))).toBe('12 cards turned over, the playable one kept');
    expect(happened(game, tableWith([{ type: 'choice', increment: 2 }]))).toBe('Built by twos');
  });

  it('does not read out long chains', () => {
    const events: Event[] = Array.from({ length: 9 }, () => ({
      type: 'move',
      from: 'T1',
      to: 'F1',
      ids: [1],
      cards: ['AH'],
      automatic: true,
    }));
    expect(happened(game, tableWith(events))).toContain('9 cards went to the foundations by themselves');
  });

  it('says the end of the game first of all', () => {
    const table = tableWith([{ type: 'move', from: 'T5', to: 'F1', ids: [1], cards: ['KH'], automatic: false }]);
    table.view.status = 'won';
    expect(happened(game, table)).toMatch(/^Won; /);
  });

  it('tells times', () => {
    expect(clock(0)).toBe('0:00');
    expect(clock(75_900)).toBe('1:15');
    expect(clock(3_600_000 + 61_000)).toBe('1:01:01');
    expect(ago(0, 10_000)).toBe('just now');
    expect(ago(0, 5 * 60_000)).toBe('5 minutes ago');
    expect(ago(0, 26 * 3_600_000)).toBe('yesterday');
  });
});
