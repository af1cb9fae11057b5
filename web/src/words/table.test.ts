import { describe, expect, it } from 'vitest';
import type { Event, Table } from '../engine/contract.ts';
import { gameOf, viewOf } from '../testing/games.ts';
import { ago, cardName, cardSign, clock, listed } from './names.ts';
import { fieldWords, hintWords, refusalWords } from '../play/replies.ts';
import { durationPhrase, ending, happened, pilePhrase, pileTitle, wantPhrase } from './table.ts';

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
    sawMore: false,
    record: '',
  };
}

describe('words', () => {
  it('make lists', () => {
    const list = (...words: string[]) =>
      (['and', 'or'] as const).map((type) =>
        listed(
          words.map((word) => () => word),
          type,
        )(),
      );
    expect(list()).toEqual(['', '']);
    expect(list('a')).toEqual(['a', 'a']);
    expect(list('a', 'b')).toEqual(['a and b', 'a or b']);
    expect(list('a', 'b', 'c', 'd')).toEqual(['a, b, c, and d', 'a, b, c, or d']);
    expect(listed([(form) => `pile in the ${form}`, () => 'b'], 'or')('dative')).toBe('pile in the dative or b');
  });

  it('names cards and piles', () => {
    expect(cardName('AS')).toBe('ace of spades');
    expect(cardName('TH')).toBe('10 of hearts');
    expect(cardSign('TD')).toBe('10♦');
    expect(pilePhrase(game, 'T12')()).toBe('the 12th pile');
    expect(pilePhrase(gameOf('stalactites'), 'R2')()).toBe('the second cell');
    expect(pilePhrase(gameOf('carthage'), 'R2')()).toBe('the second reserve');
    expect(wantPhrase('8')()).toBe('an 8');
    expect(wantPhrase('8H')()).toBe('8 of hearts');
    expect(wantPhrase('A')()).toBe('an ace');
    expect(['T21', 'T22', 'T23', 'T111'].map((id) => pilePhrase(game, id)())).toEqual([
      'the 21st pile',
      'the 22nd pile',
      'the 23rd pile',
      'the 111th pile',
    ]);
  });

  it('says the result first and what is left behind last', () => {
    const events: Event[] = [
      { type: 'move', from: 'T5', to: 'F1', ids: [1], cards: ['AH'], automatic: false },
      { type: 'turn', pile: 'T5', id: 2, card: 'JD' },
    ];
    expect(happened(game, tableWith(events, { T5: 4 }))).toBe(
      'Ace of hearts to a foundation; jack of diamonds turned up; the fifth pile has 4 cards',
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
    expect(happened(game, tableWith([deal]))).toBe('2 cards dealt');
    expect(happened(game, tableWith([{ type: 'redeal', turned: 12, kept: 1 }]))).toBe(
      'Redeal: 12 cards turned over; the playable top card stays',
    );
    expect(happened(game, tableWith([{ type: 'choice', increment: 2 }]))).toBe('Building by twos');
    expect(happened(game, tableWith([{ type: 'choice', increment: 3 }]))).toBe('Building in steps of 3');
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
    expect(happened(game, tableWith(events))).toContain('9 cards moved to the foundations automatically');
  });

  it('says the end of the game first of all', () => {
    const table = tableWith([{ type: 'move', from: 'T5', to: 'F1', ids: [1], cards: ['KH'], automatic: false }]);
    table.view.status = 'won';
    expect(happened(game, table)).toBe('Won in 1 move.');
  });

  it('tells times', () => {
    expect(clock(0)).toBe('0:00');
    expect(clock(75_900)).toBe('1:15');
    expect(clock(3_600_000 + 61_000)).toBe('1:01:01');
    expect(ago(0, 10_000)).toBe('just now');
    expect(ago(0, 5 * 60_000)).toBe('5 minutes ago');
    expect(ago(0, 26 * 3_600_000)).toBe('yesterday');
  });

  it('says hints with cards as signs to be seen, and as names to be heard', () => {
    const hint = { move: 'T1>T4', code: 'frees-pile', parameters: { card: '6D', from: 'T1', to: 'T4', on: '7C' }, text: '' };
    expect(hintWords(game, hint)).toEqual({
      seen: 'Move 6♦ onto 7♣: it empties the first pile.',
      spoken: 'Move 6 of diamonds onto 7 of clubs: it empties the first pile.',
    });
    const cell = { move: 'T1>R1', code: 'uncovers', parameters: { card: 'TD', from: 'T1', to: 'R1' }, text: '' };
    expect(hintWords(gameOf('stalactites'), cell).seen).toBe('Move 10♦ to a cell: it uncovers the next card of the first pile.');
    const draw = { move: 'draw', code: 'draw', parameters: {}, text: '' };
    expect(hintWords(gameOf('carthage'), draw).seen).toBe('Deal from the stock.');
    expect(hintWords(game, { ...draw, code: 'new', text: 'In English.' }).seen).toBe('In English.');
  });

  it('says what would fit where a card does not', () => {
    const refused = (fits: string) =>
      refusalWords(game, { code: 'wrong-color-or-rank', parameters: { card: 'JH', on: '5D', from: 'T1', to: 'T2', fits }, text: '' });
    expect(refused('4C 4S').seen).toBe('J♥ can’t go on 5♦: it needs a black 4.');
    expect(refused('4C 4S').spoken).toBe('Jack of hearts can’t go on 5 of diamonds: it needs a black 4.');
    expect(refused('4D 4H').seen).toBe('J♥ can’t go on 5♦: it needs a red 4.');
    expect(refused('4C 4D 4H 4S').seen).toBe('J♥ can’t go on 5♦: it needs a 4.');
    expect(refused('8C 8D 8H 8S').seen).toBe('J♥ can’t go on 5♦: it needs an 8.');
    expect(refused('4D').seen).toBe('J♥ can’t go on 5♦: it needs 4♦.');
    expect(refused('').seen).toBe('J♥ can’t go on 5♦.');
    expect(refusalWords(game, { code: 'suit-taken', parameters: { card: 'AS' }, text: '' }).seen).toBe('Spades already have a foundation.');
    expect(refusalWords(game, { code: 'foundation-start', parameters: { rank: 'A' }, text: '' }).seen).toBe(
      'An empty foundation needs an ace.',
    );
  });

  it('answers typed questions', () => {
    const view = viewOf(game, { T3: 2 });
    const asked = (code: string, parameters: Record<string, string>) =>
      fieldWords(game, view, { kind: 'answer', code, parameters, refusal: null, hint: null, text: '', choices: [], table: null }, '', '')
        .seen;
    expect(asked('where', { card: '7H', places: 'T3:0 T5:2' })).toBe(
      '7♥: on top of the third pile and in the fifth pile, 2 cards above it.',
    );
    expect(asked('pile', { pile: 'T4' })).toBe('The fourth pile is empty.');
    expect(asked('no-card', { text: 'X' })).toBe('“X” is not a card. Cards are typed like 7h or td.');
    expect(asked('no-way', { from: 'W', to: 'F' })).toBe('No move from the waste to a foundation right now.');
    expect(asked('no-way', { from: 'W' })).toBe('No move from the waste right now.');
    expect(asked('no-way', { from: 'TH', to: 'T' })).toBe('10♥ can’t go to another pile right now.');
    expect(asked('no-way', { from: 'R2@TH', to: 'F' })).toBe('10♥ can’t go to a foundation right now.');
    expect(asked('no-way', { from: 'TH' })).toBe('No move for 10♥ right now.');
  });

  it('says the end with the time', () => {
    const table = tableWith([]);
    table.view.status = 'won';
    expect(ending({ ...table, ply: 49 }, 360_000)).toBe('Won in 49 moves, 6 minutes.');
    expect([1000, 59_000, 90_000, 7_200_000].map((time) => durationPhrase(time)())).toEqual([
      '1 second',
      '59 seconds',
      '2 minutes',
      '2 hours',
    ]);
    expect(pileTitle(gameOf('gloucestershire'), 'R2')).toBe('Reserve');
  });
});
