/// <reference types="node" />
/** Any position can be read and played at any size. The engine plays the games; nothing here knows a rule. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GameInfo, View } from '../engine/contract.ts';
import files from '../app/shipped-files.ts';
import { Engine } from '../testing/engine.ts';
import { full } from '../testing/full.ts';
import { longRunRecord } from '../testing/games.ts';
import { bars, sizesOf } from '../testing/bars.ts';
import { drawn, fault, longest, played, worst } from '../testing/worst.ts';
import { place, type Layout } from './layout.ts';
import { plan, type Wishes } from './plan.ts';
import { themeChoices } from '../theme/settings.ts';

const windows = sizesOf(
  '320x568 568x320 360x640 640x360 390x844 844x390 430x932 600x1024 768x1024 820x1180 1024x768 1280x720 1366x768 1440x900 1920x1080 2560x1440',
);

const wishes: Wishes[] = [false, true].flatMap((leftHanded) =>
  [false, true].flatMap((bottom) => themeChoices.print.map((print) => ({ leftHanded, bottom, print }))),
);

const engine = await Engine.load('own-table');
const games = engine.games();
/** by the names of their files, at their worst */
const shipped = Object.entries(files).map(([file, rules]): [name: string, game: GameInfo, views: View[]] => {
  const { game } = engine.must<{ game: GameInfo }>(`rules\n${rules}`);
  return [file.replace(/.*\//, ''), game, [...worst(engine, game, full ? 10 : 1, full ? 300 : 60)]];
});

/** The position with a run that is longer than any window, or null. */
function longRun(game: GameInfo): View | null {
  const record = longRunRecord(game);
  return record === null ? null : engine.table(`load\n${record}`).view;
}

describe('every card can be read and reached', () => {
  // In short, every other pair of them.
  it.each(windows.filter((_, i) => full || i % 4 < 2))('in a window of $width × $height', (window) => {
    const board = { width: window.width, height: window.height - bars(window) };
    const high = window.height >= 700;
    const found: string[] = [];
    for (const [number, game] of games.entries()) {
      const views: View[] = [];
      for (let seed = 1; seed <= (full ? 20 : 1); ++seed) {
        let i = 0;
        for (const view of played(engine, game, 100 * number + seed + window.width, full ? 200 : 60)) if (++i % 6 === 1) views.push(view);
        const all = [...drawn(engine, game, seed)];
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
        for (const wish of full ? wishes : [undefined]) {
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
