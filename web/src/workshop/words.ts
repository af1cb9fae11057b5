/** The sentences of rules, and what can be chosen in them. */
import { cardCount } from '../words/names.ts';
import { t } from '../words/texts/workshop.ts';
import { slots, valueOf, type PartName, type Sentence, type SentenceName, type SlotName } from './sentences.ts';
import type { Rules } from './rules.ts';

type Follows = 'same-suit' | 'other-color' | 'same-color' | 'any-suit' | 'any-card' | 'nothing';
type Way = 'down' | 'up';
type Decks = '1' | '2';
type Faces = 'up' | 'last' | 'other';
type Corner = 'ends' | 'round';
type Units =
  'none' | 'top-card' | 'by-singles' | 'ordered-run' | 'ordered-run-same-color' | 'ordered-run-same-suit' | 'face-up-part' | 'any-cards';
type Spaces = 'any-card' | 'kings-only' | 'stays-empty';
type Refills = 'none' | 'from-stock-then-waste' | 'from-waste' | 'from-reserve';
type HomeWays = 'up' | 'down' | 'both' | 'twice' | 'first' | 'laid' | 'dealt' | 'choice' | 'other';
type Suits = 'same-suit' | 'any-suit' | 'same-color';
type Whole = 'cards' | 'runs';
type Back = 'stay' | 'back';
type Accesses = 'top-card' | 'every-card';
type Takes = 'card' | 'none';
type To = 'both' | 'home' | 'piles';
type Stocks = 'nowhere' | 'waste' | 'reserves' | 'empty-reserves' | 'tableau' | 'full-tableau';
type Keeps = 'turned' | 'stays';

export const partName = (part: string): string => t(`part.${part as PartName}`);

/** The words that are a value. */
const plain: Partial<Record<SlotName, (word: string) => string>> = {
  decks: (word) => t(`decks.${word as Decks}`),
  faces: (word) => t(`faces.${word as Faces}`),
  follow: (word) => t(`follow.${word as Follows}`),
  way: (word) => t(`way.${word as Way}`),
  corner: (word) => t(`corner.${word as Corner}`),
  unit: (word) => t(`unit.${(word.startsWith('by-singles') ? 'by-singles' : word) as Units}`),
  space: (word) => t(`space.${word as Spaces}`),
  refill: (word) => t(`refill.${word as Refills}`),
  home: (word) => t(`home.${word as HomeWays}`),
  suit: (word) => t(`suit.${word as Suits}`),
  whole: (word) => t(`whole.${word as Whole}`),
  back: (word) => t(`back.${word as Back}`),
  access: (word) => t(`access.${word as Accesses}`),
  takes: (word) => t(`takes.${word as Takes}`),
  'reserve-to': (word) => t(`to.${word as To}`),
  'waste-to': (word) => t(`to.${word as To}`),
  stock: (word) => t(`stock.${word as Stocks}`),
  keep: (word) => t(`keep.${word as Keeps}`),
};

/** A value of a slot, as it stands in its sentence. `cells`: the reserve is one of free cells. */
export function labelOf(name: SlotName, value: string, cells = true): string {
  const count = Number(value);
  switch (name) {
    case 'piles':
      return t('piles', { count });
    case 'cards':
      if (value === 'stairs') return t('cards.stairs');
      if (value === 'rest') return t('cards.rest');
      return value === 'other' ? t('cards.other') : cardCount(count);
    case 'each':
      return cardCount(count);
    case 'capacity':
      return count === 0 ? t('capacity.any') : t('capacity', { count });
    case 'reserve':
      if (count === 0) return t('cells.none');
      return cells ? t('cells', { count }) : t('reserve', { count });
    case 'stocked':
      if (value === 'other') return t('stocked.other');
      return count === 0 ? t('stocked.none') : cardCount(count);
    case 'redeals':
      if (value === 'unlimited') return t('redeals.unlimited');
      return count === 0 ? t('redeals.none') : t('redeals', { count });
    default:
      return plain[name]!(value.replace(/[_ ]/g, '-'));
  }
}

/** A sentence in its parts, with a blank at its end: what is said, and between it the names of what can be chosen. */
export function partsOf({ name, slots: here }: Sentence): (string | { slot: SlotName })[] {
  const key: string = name;
  const given = Object.fromEntries(Object.keys(slots).map((slot) => [slot, here.includes(slot as SlotName) ? `\n${slot}\n` : '']));
  return t(`say.${key as SentenceName}`, given as Record<SlotName, string>)
    .concat(' ')
    .split('\n')
    .map((part, i) => (i % 2 === 1 ? { slot: part as SlotName } : part))
    .filter((part) => part !== '');
}

/** The same, said. */
export const spoken = (rules: Rules, sentence: Sentence): string =>
  partsOf(sentence)
    .map((part) => (typeof part === 'string' ? part : labelOf(part.slot, valueOf(rules, part.slot), sentence.name === 'cells')))
    .join('')
    .trim();
