/** Games played at random until the table is at its fullest, and what cannot be read of it then. */
import type { GameInfo, PileView, View } from '../engine/contract.ts';
import { overlap, type Rect, type Size } from '../ground/rects.ts';
import { stripOf } from '../table/fans.ts';
import type { Layout } from '../table/layout.ts';
import { dice } from './dice.ts';
import type { Engine } from './engine.ts';

/** Views along a game in which moves are chosen at random, draws and useful moves more often than others. */
export function* played(engine: Engine, game: GameInfo, seed: number, moves: number): Generator<View> {
  const below = dice(seed);
  let { view } = engine.table(`new ${game.id}#${seed}`);
  yield view;
  for (let i = 0; i < moves && view.status === 'playing'; ++i) {
    const listed = view.sources.flatMap((source) =>
      source.targets.filter((target) => target.standIn === null).map((target) => target.move),
    );
    const useful = view.sources.map((source) => source.preferred).filter((move) => move !== '');
    const from = [view.controls, useful, listed].filter((choices) => choices.length > 0);
    const choices = from[below(from.length)];
    if (!choices) return;
    ({ view } = engine.table(`play ${choices[below(choices.length)]}`));
    yield view;
  }
}

/** The game with all of its stock dealt as fast as it can be: the fullest reserves and wastes. */
export function* drawn(engine: Engine, game: GameInfo, seed: number): Generator<View> {
  let { view } = engine.table(`new ${game.id}#${seed}`);
  if (view.controls.some((move) => move.startsWith('by'))) ({ view } = engine.table(`play ${view.controls[0]}`));
  for (let i = 0; i < 300 && view.controls.includes('draw'); ++i) {
    ({ view } = engine.table('play draw'));
    yield view;
  }
}

/** The view with one pile made as long as the rules allow, and the piles of its kind beside it nearly as long. */
export function longest(game: GameInfo, view: View): View[] {
  const found: View[] = [];
  const stretched = (piles: PileView[], ids: readonly string[], mosts: Map<string, number>): PileView[] => {
    let id = 10_000;
    return piles.map((pile) => {
      if (!ids.includes(pile.id)) return pile;
      const more = Math.max(0, mosts.get(pile.id)! - pile.cards.length);
      return { ...pile, cards: [...pile.cards, ...Array.from({ length: more }, () => ({ id: id++, card: '7H' }))] };
    });
  };
  const mosts = new Map(view.piles.map((pile, i) => [pile.id, Math.min(game.most[i]!, game.most[i]! < game.cards ? 99 : 18)]));
  for (const kinds of [['tableau'], ['reserve'], ['tableau', 'reserve']]) {
    const chosen = view.piles.filter((pile) => kinds.includes(pile.kind) && !(pile.kind === 'reserve' && game.reserveOpen));
    if (chosen.length === 0) continue;
    // the last pile of each kind, since it is dealt the most
    const ids = kinds.flatMap((kind) =>
      chosen
        .filter((pile) => pile.kind === kind)
        .slice(-1)
        .map((pile) => pile.id),
    );
    found.push({ ...view, piles: stretched(view.piles, ids, mosts) });
  }
  return found;
}

const within = (rect: Rect, size: Size): boolean =>
  rect.x >= -0.5 && rect.y >= -0.5 && rect.x + rect.width <= size.width + 0.5 && rect.y + rect.height <= size.height + 0.5;

/** The views of games of so many moves in which a pile is longest, and a stock is dealt. */
export function* worst(engine: Engine, game: GameInfo, games: number, moves: number): Generator<View> {
  for (let seed = 1; seed <= games; ++seed) {
    let most = 0;
    for (const view of played(engine, game, seed, moves)) {
      const length = Math.max(...view.piles.map(({ kind, cards }) => (kind === 'tableau' ? cards.length : 0)));
      if (length > most) yield view;
      most = Math.max(most, length);
    }
    for (const view of [...drawn(engine, game, seed)].slice(-1)) {
      yield view;
      yield* longest(game, view);
    }
  }
}

/** The fault of a layout, in words; "" if there is none. */
export function fault(game: GameInfo, view: View, layout: Layout, board: Size, high: boolean): string {
  for (const pile of view.piles) {
    const shown = pile.cards.map((card) => layout.cards.get(card.id)!);
    const open = pile.kind === 'reserve' && game.reserveOpen;
    for (const [i, card] of pile.cards.entries()) {
      const at = shown[i]!;
      const top = i === pile.cards.length - 1;
      if (at.x < -0.5 || at.x + at.width > board.width + 0.5) return `${pile.id} card ${i} is beside the board`;
      if (top && high && !within(at, board)) return `the top of ${pile.id} is out of the board: ${at.y + at.height} of ${board.height}`;
      if (card.card === null || pile.kind === 'foundation' || pile.kind === 'waste' || open || at.folded) continue;
      const strip = stripOf(at.width, layout.plan.print);
      if (strip < 15) return `a strip of ${strip}`;
      if (!top && shown[i + 1]!.y - at.y < strip - 0.01) return `${pile.id} card ${i}: ${shown[i + 1]!.y - at.y} of ${strip} are seen`;
    }
  }
  // No fan runs into what is below it.
  for (const a of layout.piles.values()) {
    const last = layout.cards.get(view.piles.find((pile) => pile.id === a.id)?.cards.at(-1)?.id ?? -1);
    if (!last) continue;
    for (const b of layout.piles.values())
      if (a.id !== b.id && !(game.reserveOpen && a.kind === 'reserve') && overlap(last, b.rect) > 1) return `${a.id} is over ${b.id}`;
  }
  return '';
}
