import { expect, it } from 'vitest';
import { Engine } from '../testing/engine.ts';
import { openedBy } from './open.ts';

const position = `game gargantua
redeals 0
${[1, 2, 3, 4, 5, 6, 7, 8].map((pile) => `F${pile} -\n`).join('')}T1 7D
T2 TC | 7H
T3 3S 2H | 8C
T4 5S 2S TS | JS
T5 7S QS QC 4C | 9D
T6 9S 6D 4C 2C AH | AS
T7 4H 6S JH QS 4S 5S | 3D
T8 2S 5C 4D 3C 5C 3H KS | 8D
T9 6C 8S 9C 6C 8H 5D KS 4H | TH
W -
S 9C QC JH QD KC 9H AH 6H JD 8S 5H 6H 2D 4D 3S AC 2H 7D KC JC 8D 5H 6S 7C AD JS KH TC 3D TD TD 2C 5D 9D 8H 9S 3C KD TH 3H 2D 7H QH 7C QD AD QH AS KH JD 6D TS 7S KD AC 9H 4S 8C JC
`;

it('in a puzzle what lies face down is seen, and stays face down until it is turned', async () => {
  const engine = await Engine.load();
  const first = engine.table(`setup\n${position}`);
  const opened = openedBy(position, first);
  const pile = (of: typeof first, id: string) => of.view.piles.find((one) => one.id === id)!.cards;
  const shown = (of: typeof first, id: string) => pile(of, id).map(({ card, down }) => (down ? `(${card})` : card));
  expect(shown(opened(first), 'T3')).toEqual(['(3S)', '(2H)', '8C']);
  expect(shown(opened(first), 'S').slice(-3)).toEqual(['(4S)', '(8C)', '(JC)']);
  // 8C goes to 9D, and 2H turns up; JC is drawn.
  let now = engine.table('play T3>T5');
  expect(shown(opened(now), 'T3')).toEqual(['(3S)', '2H']);
  now = engine.table('play draw');
  expect(shown(opened(now), 'W')).toEqual(['JC']);
  expect(shown(opened(now), 'S').at(-1)).toBe('(8C)');
  // The engine's answer is as it was.
  expect(shown(now, 'T3')).toEqual([null, '2H']);
  expect(
    opened(now)
      .view.piles.flatMap(({ cards }) => cards)
      .every(({ card }) => card !== null),
  ).toBe(true);
});
