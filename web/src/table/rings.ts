/** The marks around cards and places: what is pointed at, what can be played, where held cards may go. */
import { accepted } from '../play/taps.ts';
import { movable, wanted, type Spot } from '../play/marks.ts';
import type { Rect } from '../ground/rects.ts';
import type { Plane } from './plane.svelte.ts';

export interface Ring {
  key: string;
  kind: 'target' | 'chosen' | 'hint' | 'hint-to' | 'other' | 'can' | 'sought' | 'kin';
  rect: Rect;
}

/** The move that is lit: while cards are in the hand, a first game lights only where they may go. */
export const pointedOn = ({ game: { hints }, targets, pointed }: Plane): string => (targets && !hints.held && !hints.shown ? '' : pointed);

export function ringsOf(plane: Plane): Ring[] {
  const { game, targets } = plane;
  const found: Ring[] = [];
  const add = (key: string, kind: Ring['kind'], rect: Rect | null) => {
    if (rect) found.push({ key: `${kind} ${key}`, kind, rect });
  };
  const addTop = (pile: string, kind: Ring['kind']) => add(pile, kind, plane.topOf(pile));
  const addSeen = (spot: Spot, kind: Ring['kind']) => add(`${spot.pile}:${spot.index}`, kind, plane.seen(spot));
  if (targets) for (const pile of targets) addTop(pile, 'target');
  else if (game.selected) {
    add('', 'chosen', plane.unit(game.selected));
    for (const { move, pile } of game.targets) if (accepted(game.guide, move)) addTop(pile, 'target');
  } else for (const { pile } of game.others) addTop(pile, 'other');
  if (game.marks.showing) for (const spot of movable(game.view)) addSeen(spot, 'can');
  if (game.marks.sought !== '') for (const { spot, exact } of wanted(game.view, game.marks.sought)) addSeen(spot, exact ? 'sought' : 'kin');
  const pointed = pointedOn(plane);
  if (pointed !== '') {
    const { from, to } = plane.lit(pointed);
    add('from', 'hint', from);
    add('to', 'hint-to', to);
  }
  return found;
}
