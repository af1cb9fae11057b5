/** The floors hold: each way of importing upwards is planted, and found (in the full run); and README.md draws what is held. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import floors from '../floors.json' with { type: 'json' };
import { full } from './testing/full.ts';

let lint: ESLint | undefined;
async function rulesBroken(filePath: string, text: string): Promise<(string | null)[]> {
  lint ??= new (await import('eslint')).ESLint({ overrideConfigFile: 'floors.config.js' });
  const [result] = await lint.lintText(text, { filePath });
  return result!.messages.map(({ ruleId, message }) => ruleId ?? message);
}
const script = (text: string): string => `<script lang="ts">\n${text}\n</script>\n`;

describe('the floors', () => {
  it('are at most eight, and drawn in README.md', () => {
    expect(Object.keys(floors).length).toBeLessThanOrEqual(8);
    const readme = readFileSync('README.md', 'utf8');
    const rows = [...readme.matchAll(/^\| (\w+ )?\| `(\w+)\/` \|/gm)];
    expect(rows.map(([, , folder]) => folder)).toEqual(Object.values(floors).flat());
    expect(rows.flatMap(([, floor]) => floor?.trim() ?? [])).toEqual(Object.keys(floors));
  });

  it('are opened by no comment', () => {
    const all = ['src', 'vite'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
    const sources = all.filter((name) => /(?<!\.test)\.(ts|svelte)$/.test(name));
    const open = /\beslint(-disable[-\w]*)? .*\b(floors|boundaries)\/|\beslint-disable[-\w]* *(--|\*\/|$)/m;
    for (const comment of ['// eslint-disable-line', '/* eslint-disable */', '/* eslint boundaries/dependencies: 0 */'])
      expect(comment).toMatch(open);
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((name) => open.test(readFileSync(name, 'utf8')))).toEqual([]);
  });

  it.runIf(full).each([
    ['a value', 'src/engine/engine.ts', `import { t } from '../words/texts/common.ts';\nt('x');`],
    ['a type', 'src/play/game.svelte.ts', `import type { Desk } from '../advice/desk.svelte.ts';\nexport type D = Desk;`],
    ['a type where it is used', 'src/play/game.svelte.ts', `export type D = import('../advice/desk.svelte.ts').Desk;`],
    ['a type of a component', 'src/table/Board.svelte', script(`import type { Playing } from '../pages/playing.svelte.ts';`)],
    ['later', 'src/table/show.svelte.ts', `export const parts = () => import('../pages/late.ts');`],
    ['later, in markup', 'src/ui/Page.svelte', `{#await import('../pages/Home.svelte') then Home}<Home.default />{/await}`],
    ['the folder beside, against the one direction', 'src/deals/pool.ts', `import { isOfDay } from '../days/deals.ts';\nisOfDay({});`],
    ['the build', 'src/pages/HomeView.svelte', script(`import type { A } from '../../vite/home-data.ts';`)],
  ])('let nobody import upwards: %s', async (_, file, text) => {
    expect(await rulesBroken(file, text)).toEqual(['boundaries/dependencies']);
  });

  it.runIf(full).each([
    ['what is beside src', `import a from '../../e2e/helpers.ts';\na();`, 'boundaries/no-unknown-dependencies'],
    ['whatever fits a pattern', `export const all = import.meta.glob('../pages/*.svelte');`, 'floors/syntax'],
  ])('let nobody import %s', async (_, text, rule) => {
    expect(await rulesBroken('src/play/game.svelte.ts', text)).toEqual([rule]);
  });

  it.runIf(full)('let everybody import downwards', async () => {
    expect(await rulesBroken('src/pages/Home.svelte', script(`import type { Game } from '../play/game.svelte.ts';`))).toEqual([]);
    expect(await rulesBroken('vite/home.ts', `import { still } from '../src/table/still.ts';\nstill();`)).toEqual([]);
  });

  it
    .runIf(full)
    .each([
      `export { tell } from './notices.svelte.ts';`,
      `export * from './notices.svelte.ts';`,
      `import { tell } from './notices.svelte.ts';\nexport { tell };`,
    ])('have no module that only passes on: %s', async (text) => {
    expect(new Set(await rulesBroken('src/ui/late.ts', text))).toEqual(new Set(['floors/syntax']));
  });

  it.runIf(full).each(['querySelector', 'querySelectorAll', 'closest', 'matches'])(
    'have no %s into what others have made',
    async (name) => {
      const said = await rulesBroken('src/pages/shortcuts.ts', `document.body.${name}('.surface');\ndocument.body.${name}(\`\${x}\`);`);
      expect(said).toEqual(['floors/syntax', 'floors/syntax']);
      expect(await rulesBroken('src/pages/shortcuts.ts', `document.body.${name}('button');`)).toEqual([]);
    },
  );

  it
    .runIf(full)
    .each([
      `document.getElementById('app');`,
      `button.getAttribute('data-key');`,
      `button.hasAttribute('open');`,
      `button.classList.contains('dragging');`,
      `void button.dataset['key'];`,
      `app.previous = '';`,
      `plane.game.festive = false;`,
    ])('ask no element of others, and write no state of others: %s', async (text) => {
    expect(await rulesBroken('src/pages/shortcuts.ts', text)).toEqual(['floors/syntax']);
  });
});
