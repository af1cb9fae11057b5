/** Every reason that the engine gives for refusing a move reaches the player, in words for players. */
import { readFileSync } from 'node:fs';
import type { GameInfo, Refusal, Table } from '../src/engine/contract.ts';
import { refusalWords } from '../src/play/replies.ts';
import { Engine } from '../src/testing/engine.ts';
import type { Said } from '../src/words/table.ts';
import { expect, gameIds, openRecord, said, test, winOf, withSettings } from './helpers.ts';

interface Found {
  record: string;
  move: string;
  said: Said;
}

/** The codes of all refusals, from the table in which the engine puts them into words. */
const codes = [
  ...readFileSync(new URL('../../session/player/refusal.cpp', import.meta.url), 'utf8').matchAll(/\{Refusal::\w+,\s*"([a-z-]+)"/g),
].map((found) => found[1]!);
/**
 * Codes that nothing a player types can lead to: the notation has no name for a pile that the game lacks, "none" is not a
 * refusal, and the others need words that are in no listed game's rules (engine/words_test.cpp).
 */
const notMet = ['none', 'no-such-pile', 'space-left', 'stays-home', 'too-few-places', 'whole-run-only'];

/** A game of Gargantua but for its last card: the king lies on the waste, and nothing is below it. */
const lastCard = `quincunx-record 1
game gargantua
position
game gargantua
redeals 1
${[...'CCDDHHS'].map((suit, i) => `F${i + 1} ${[...'A23456789TJQK'].map((rank) => rank + suit).join(' ')}`).join('\n')}
F8 ${[...'A23456789TJQ'].map((rank) => `${rank}S`).join(' ')}
${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((pile) => `T${pile} -`).join('\n')}
W KS
S -
end
moves
end
`;

/** For each reason a position and a move, looked for in won games and the house rules' deals. */
async function reasons(): Promise<Map<string, Found>> {
  const engine = await Engine.load();
  const games = new Map<string, GameInfo>(engine.games().map((game) => [game.id, game]));
  const words = (game: string, refusal: Refusal): Said => refusalWords(games.get(game)!, refusal);
  const found = new Map<string, Found>();
  const look = ({ record, view }: Table) => {
    const names = view.piles.map((pile) => pile.id).filter((id) => id !== 'S');
    const moves = ['draw', 'redeal', 'by1', 'by2'];
    for (const from of names) {
      for (const to of names) {
        moves.push(`${from}>${to}`);
        if (from.startsWith('T') && to.startsWith('T')) moves.push(`${from}>${to}*2`, `${from}>${to}*30`);
        if (from.startsWith('R')) for (const card of ['7H', 'KS', 'AC', 'AD', 'AH', 'AS']) moves.push(`${from}@${card}>${to}`);
      }
    }
    for (const move of moves) {
      const refusal = engine.why(move);
      if (refusal && !found.has(refusal.code)) found.set(refusal.code, { record, move, said: words(view.game, refusal) });
    }
  };
  look(engine.table(`load\n${lastCard}`));
  look(engine.table('new carthage-strict#1'));
  for (const game of gameIds) {
    const { deal, moves } = winOf(game);
    look(engine.table(`new ${game}#${deal}`));
    for (const [ply, move] of moves.entries()) {
      const table = engine.table(`play ${move}`);
      if (ply % 5 === 0 || moves.length - ply < 12) look(table);
    }
  }
  return found;
}

test('every refusal is said', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  const all = await reasons();
  expect(codes.length).toBeGreaterThan(30);
  expect([...all.keys(), ...notMet].sort()).toEqual([...codes].sort());
  await withSettings(page, { animation: 'off', field: true });
  for (const [
    code,
    {
      record,
      move,
      said: { seen, spoken },
    },
  ] of all) {
    await openRecord(page, record);
    await page.locator('#field').fill(move);
    await page.locator('#field').press('Enter');
    await expect(page.locator('.answer'), code).toContainText(seen);
    expect(await said(page), code).toContain(spoken);
  }
});
