import { describe, expect, it } from 'vitest';
import { faceColors } from '../theme/face-colors.ts';
import { backs } from '../theme/themes.ts';
import { backSvg } from './backs.ts';
import { detailFor, type Detail } from './detail.ts';
import { faceSvg } from './faces.ts';
import { ranks } from './glyphs.ts';
import { parseCard } from './parse.ts';
import { placeSign } from './places.ts';
import { suitPaths, suits } from '../theme/suits.ts';

const colors = faceColors('two-color', 'light');
const details: Detail[] = ['full', 'middle', 'large', 'index'];
const cards = suits.flatMap((suit) => ranks.map((rank) => ({ rank, suit })));
const count = (text: string, part: string) => text.split(part).length - 1;

describe('faces', () => {
  it('chooses the level of detail by width', () => {
    expect([160, 72, 71.9, 52, 51.9, 36, 35.9, 28].map((width) => detailFor(width)).join(' ')).toBe(
      'full full middle middle large large index index',
    );
  });

  it('shows cards in large print as the next smaller ones, the smallest as they are', () => {
    expect([160, 72, 71.9, 52, 51.9, 36, 35.9].map((width) => detailFor(width, 'large')).join(' ')).toBe(
      'middle middle large large index index index',
    );
  });

  it('reads cards', () => {
    expect(parseCard('TH')).toEqual({ rank: 'T', suit: 'H' });
    for (const nonsense of ['', '1H', 'HT', 'THH', '10H', 'TX']) expect(parseCard(nonsense)).toBeNull();
  });

  it.each(details)('draws 52 different faces in detail %s', (detail) => {
    const drawn = cards.map((card) => faceSvg(card, detail, colors));
    expect(new Set(drawn).size).toBe(52);
    for (const svg of drawn) expect(svg).not.toMatch(/undefined|NaN|style=/);
  });

  it('shows as many pips as the rank says, those of the lower half turned', () => {
    const lower = { '2': 1, '3': 1, '4': 2, '5': 2, '6': 2, '7': 2, '8': 3, '9': 4, T: 5 };
    for (const [rank, turned] of Object.entries(lower)) {
      for (const suit of suits) {
        const svg = faceSvg({ rank: rank as keyof typeof lower, suit }, 'full', colors);
        const pips = rank === 'T' ? 10 : Number(rank);
        // and one sign in the index, which is shown twice
        expect(count(svg, suitPaths[suit])).toBe(pips + 1);
        expect(count(svg, 'scale(-')).toBe(turned);
      }
    }
  });

  it('uses the colors of the deck', () => {
    const four = faceColors('four-color', 'dark');
    for (const suit of suits) expect(faceSvg({ rank: '5', suit }, 'large', four)).toContain(four.suits[suit]);
  });

  it('is small', () => {
    const all = details.flatMap((detail) => cards.map((card) => faceSvg(card, detail, colors).length));
    expect(Math.max(...all)).toBeLessThan(24_000);
  });
});

it('draws every back on the paper of the faces', () => {
  const drawn = backs.map((id) => backSvg(id, '#123456'));
  expect(new Set(drawn).size).toBe(backs.length);
  for (const svg of drawn) expect(svg).toContain('fill="#123456"');
});

describe('signs of empty places', () => {
  it('say what may come', () => {
    for (const label of ['8H', 'TS', 'A', 'T', 'K', 'D']) expect(placeSign('foundation', label)).not.toBe('');
    for (const label of ['', '10', 'anything']) expect(placeSign('foundation', label)).toBe('');
  });

  it('say how many redeals a stock has left', () => {
    expect(placeSign('stock', '')).toBe('');
    const [none, one, two] = ['0', '1', '2'].map((label) => placeSign('stock', label));
    expect(new Set([none, one, two]).size).toBe(3);
  });
});
