/// <reference types="node" />
/** Any position can be read and played at any size. The engine plays the games; nothing here knows a rule. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GameInfo, PileView, View } from '../engine/contract.ts';
import files from '../app/shipped-files.ts';
import { Engine } from '../testing/engine.ts';
import { longRunRecord } from '../testing/games.ts';
import { bars, sizesOf } from '../testing/bars.ts';
import { stripOf } from './fans.ts';
import { place, type Layout } from './layout.ts';
import { plan, type Wishes } from './plan.ts';
import { themeChoices } from '../theme/settings.ts';
import { overlap, type Rect, type Size } from '../ground/rects.ts';

const thorough = process.env['QUINCUNX_FULL'] === '1';

const windows = sizesOf(
  '320x568 568x320 360x640 640x360 390x844 844x390 430x932 600x1024 768x1024 820x1180 1024x768 1280x720 1366x768 1440x900 1920x1080 2560x1440',
);

const wishes: Wishes[] = [false, true].flatMap((leftHanded) =>
  [false, true].flatMap((bottom) => themeChoices.print.map((print) => ({ leftHanded, bottom, print }))),
);

let engine: Engine;
let games: GameInfo[];
/** by the names of their files, at their worst */
let shipped: [name: string, game: GameInfo, views: View[]][];
beforeAll(async () => {
  engine = await Engine.load('own-table');
  games = engine.games();
  shipped = Object.entries(files).map(([file, rules]) => {
    const { game } = engine.must<{ game: GameInfo }>(`rules\n${rules}`);
    return [file.replace(/.*\//, ''), game, [...worst(game)]];
  });
});

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Views along a game in which moves are chosen at random, draws and useful moves more often than others. */
function* played(game: GameInfo, seed: number, moves: number): Generator<View> {
  const below = random(seed);
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
function* drawn(game: GameInfo, seed: number): Generator<View> {
  let { view } = engine.table(`new ${game.id}#${seed}`);
  if (view.controls.some((move) => move.startsWith('by'))) ({ view } = engine.table(`play ${view.controls[0]}`));
  for (let i = 0; i < 300 && view.controls.includes('draw'); ++i) {
    ({ view } = engine.table('play draw'));
    yield view;
  }
}

/** The view with one pile made as long as the rules allow, and the piles of its kind beside it nearly as long. */
function longest(game: GameInfo, view: View): View[] {
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

/** The position with a run that is longer than any window, or null. */
function longRun(game: GameInfo): View | null {
  const record = longRunRecord(game);
  return record === null ? null : engine.table(`load\n${record}`).view;
}

const within = (rect: Rect, size: Size): boolean =>
  rect.x >= -0.5 && rect.y >= -0.5 && rect.x + rect.width <= size.width + 0.5 && rect.y + rect.height <= size.height + 0.5;

/** The views of games in which a pile is longest, and a stock is dealt. */
function* worst(game: GameInfo): Generator<View> {
  for (let seed = 1; seed <= (thorough ? 10 : 1); ++seed) {
    let most = 0;
    for (const view of played(game, seed, thorough ? 300 : 60)) {
      const length = Math.max(...view.piles.map(({ kind, cards }) => (kind === 'tableau' ? cards.length : 0)));
      if (length > most) yield view;
      most = Math.max(most, length);
    }
    for (const view of [...drawn(game, seed)].slice(-1)) {
      yield view;
      yield* longest(game, view);
    }
  }
}

/** The fault of a layout, in words; "" if there is none. */
function fault(game: GameInfo, view: View, layout: Layout, board: Size, high: boolean): string {
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

describe('every card can be read and reached', () => {
  it.each(windows)('in a window of $width × $height', (window) => {
    const board = { width: window.width, height: window.height - bars(window) };
    const high = window.height >= 700;
    const found: string[] = [];
    for (const [number, game] of games.entries()) {
      const views: View[] = [];
      for (let seed = 1; seed <= (thorough ? 20 : 1); ++seed) {
        let i = 0;
        for (const view of played(game, 100 * number + seed + window.width, thorough ? 200 : 60)) if (++i % 6 === 1) views.push(view);
        const all = [...drawn(game, seed)];
        views.push(...all.slice(-1), ...(all.length > 0 ? longest(game, all.at(-1)!) : []));
      }
      views.push(...longest(game, views[0]!));
      const long = longRun(game);
      if (long) views.push(long);
      for (const wish of wishes) {
        const planned = plan(game, board, wish);
        let before: Layout | null = null;
        for (const [i, view] of views.entries()) {
          before = place(planned, view, before);
          const wrong = fault(game, view, before, board, high);
          if (wrong !== '') found.push(`${game.id} ${JSON.stringify(wish)} view ${i}, cards ${planned.cardWidth} wide: ${wrong}`);
        }
      }
    }
    expect(found.join('\n')).toBe('');
  });

  it.each(sizesOf('360x740 390x844 412x915 1024x1366 1366x768 2560x1080'))(
    'of well-known games at $width × $height',
    ({ width, height }) => {
      const board = { width, height: height - bars({ width, height }) };
      const found: string[] = [];
      for (const [name, game, views] of shipped)
        for (const wish of thorough ? wishes : [undefined]) {
          const planned = plan(game, board, wish);
          let before: Layout | null = null;
          for (const view of views) {
            before = place(planned, view, before);
            const wrong = fault(game, view, before, board, height >= 700);
            if (wrong !== '') found.push(`${name} ${JSON.stringify(wish)}, cards ${planned.cardWidth} wide: ${wrong}`);
          }
        }
      expect(found.join('\n')).toBe('');
    },
  );

  it.each(sizesOf('344x882 390x844 430x932 600x1024 768x1024 820x1180'))(
    'leaves no third of the felt empty from start to end at $width × $height',
    ({ width, height }) => {
      const board = { width, height: height - bars({ width, height }) };
      for (const game of games.filter((one) => one.variantOf === '')) {
        const record = readFileSync(new URL(`../../../tests/records/${game.id}-won.pat`, import.meta.url), 'utf8');
        const { plies } = engine.table(`load\n${record}`);
        const planned = plan(game, board);
        let layout: Layout | null = null;
        let lowest = 0;
        for (let ply = 0; ply < plies; ply += 4) {
          layout = place(planned, engine.table(`goto ${ply}`).view, layout);
          for (const card of layout.cards.values()) lowest = Math.max(lowest, card.y + card.height);
        }
        expect(lowest / board.height, `${game.id}: ${planned.arrangement}`).toBeGreaterThan(2 / 3);
      }
    },
  );

  it('folds a run that is too long, and nothing else', () => {
    const game = games.find((one) => longRun(one) !== null)!;
    const view = longRun(game)!;
    const pile = view.piles.find((one) => one.id === 'T1')!;
    expect(pile.run).toBe(44);
    const layout = place(plan(game, { width: 390, height: 752 }), view);
    const fold = layout.folds.get('T1')!;
    expect(fold.first).toBe(1);
    expect(fold.count).toBeGreaterThan(3);
    expect(pile.cards.filter((card) => layout.cards.get(card.id)!.folded)).toHaveLength(fold.count);
    expect([...layout.folds.keys()]).toEqual(['T1']);
    expect(place(plan(game, { width: 390, height: 2400 }), view).folds.size).toBe(0);
  });
});
