/** Every reason that the engine gives for refusing a move reaches the player, in the engine's words. */
import { Engine } from './engine.ts';
import { expect, gameIds, said, test, winOf, withSettings } from './helpers.ts';

interface Found {
  record: string;
  move: string;
  text: string;
}

/** For each reason a position and a move, looked for in won games and the house rules' deals. */
async function reasons(): Promise<Map<string, Found>> {
  const engine = await Engine.load();
  const found = new Map<string, Found>();
  const look = (record: string, piles: string[]) => {
    const moves = ['draw', 'redeal', 'by1', 'by2'];
    for (const from of piles) {
      for (const to of [...piles, 'T99']) {
        moves.push(`${from}>${to}`);
        if (from.startsWith('T') && to.startsWith('T')) moves.push(`${from}>${to}*2`, `${from}>${to}*30`);
        if (from.startsWith('R')) moves.push(`${from}@7H>${to}`, `${from}@KS>${to}`);
      }
    }
    for (const move of moves) {
      const refusal = engine.why(move);
      if (refusal && !found.has(refusal.code)) found.set(refusal.code, { record, move, text: refusal.text });
    }
  };
  for (const game of gameIds) {
    const { deal, moves } = winOf(game);
    engine.table(`new ${game}#${deal}`);
    for (const move of moves) engine.table(`play ${move}`);
    for (let ply = 0; ply < moves.length; ply += 9) {
      const { record, view } = engine.table(`goto ${ply}`);
      look(record, view.piles.map((pile) => pile.id).filter((id) => id !== 'S'));
    }
  }
  const strict = engine.table('new carthage-strict#1');
  look(strict.record, ['T1', 'R1']);
  return found;
}

test('every refusal is said', async ({ page }, info) => {
  test.skip(info.project.name === 'phone');
  test.setTimeout(180_000);
  const all = await reasons();
  expect(all.size).toBeGreaterThan(20);
  await withSettings(page, { animation: 'off', field: true });
  for (const [code, { record, move, text }] of all) {
    await page.goto('#/');
    await page.getByLabel('Open a game from a file').setInputFiles({ name: 'game.pat', mimeType: 'text/plain', buffer: Buffer.from(record) });
    await page.locator('#field').fill(move);
    await page.locator('#field').press('Enter');
    await expect(page.locator('.answer'), code).toContainText(text);
    expect(await said(page), code).toContain(text);
  }
  console.log(`${all.size} reasons: ${[...all.keys()].join(', ')}`);
});
