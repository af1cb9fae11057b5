import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Component } from 'svelte';
import { createServer, minify, type Plugin, type Rolldown } from 'vite';
import type { GameInfo, Table } from '../src/engine/contract.ts';
import { answer, begin, type Module } from '../src/engine/module.ts';
import type { Levels } from '../src/engine/solver-contract.ts';
import type { HomeGame, Offer } from '../src/pages/home-game.ts';
import { languages, leadOf, starting, textFiles, withLanguages } from './catalogs.ts';
import { manifestOf, screenshotsOf } from './manifest.ts';
import { withImports } from './imports.ts';
import { heroPicture, knownDeals, pictureOf, studyOf, wonBy, wonDeals, type Lengths } from './home-data.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const moduleOf = async (name: string): Promise<Module> => {
  const file = fileURLToPath(new URL(`../../build/wasm/${name}.wasm`, import.meta.url));
  return begin((await WebAssembly.instantiate(await readFile(file), {})).instance.exports);
};
const first = fileURLToPath(new URL('../src/start.js', import.meta.url));
const name = 'virtual:home';
const deals = 'virtual:deals';
const offers = 'virtual:offers';

/** The script that runs before all others, as a file whose name says what it contains. */
async function firstScript(bundle?: Rolldown.OutputBundle): Promise<{ fileName: string; source: string }> {
  const text = (await readFile(first, 'utf8')).replace('FIRST_FILES', () => JSON.stringify(firstFiles(bundle)));
  const { code: source, errors } = await minify('start.js', text);
  if (errors.length > 0) throw new Error(`start.js: ${JSON.stringify(errors)}`);
  return { fileName: `assets/start-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`, source };
}

/** The files that `start.js` asks for at once. Names are those in `assets/`. */
interface FirstFiles {
  languages: readonly string[];
  /** a file of texts has a name for each language */
  files: (string | string[])[];
  /** for each page what it needs, as numbers of `files` */
  pages: Record<string, number[]>;
  /** the engine's, for a table */
  worker: string;
}

/** The page that a component is, by its name: HowToPlay.svelte is `how-to-play`. */
const pageOf = (file: string): string =>
  basename(file, '.svelte')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase();

function partsOf(bundle: Rolldown.OutputBundle) {
  const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])));
  const all = [...chunks.values()];
  const withAll = (name: string): string[] => [...withImports(name, (one) => chunks.get(one)?.imports ?? [])];
  const sheetsOf = (names: string[]): string[] => names.flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
  const wantedBy = (names: string[]): string[] => names.flatMap((name) => chunks.get(name)!.dynamicImports);
  const entry = all.find((one) => one.isEntry);
  if (!entry) throw new Error('there is no first script');
  /** each page's modules; the first script asks for pages, and for components that are none */
  const pages = new Map(
    wantedBy(withAll(entry.fileName)).flatMap((name): [string, string[]][] => {
      const { facadeModuleId } = chunks.get(name)!;
      return facadeModuleId?.endsWith('.svelte') ? [[pageOf(facadeModuleId), withAll(name)]] : [];
    }),
  );
  const home = pages.get('home');
  if (!home) throw new Error('Home has no file of its own');
  return { entry: withAll(entry.fileName), pages, sheetsOf, wantedBy, home };
}

/** No files while developing. */
function firstFiles(bundle?: Rolldown.OutputBundle): FirstFiles {
  if (!bundle) return { languages, files: [], pages: {}, worker: '' };
  const { entry, pages: modulesOf, sheetsOf, wantedBy, home } = partsOf(bundle);
  const worker = Object.keys(bundle).find((name) => /\/worker-[^/]*\.js$/.test(name));
  if (!worker) throw new Error('there is no worker of the table');
  const texts = textFiles(bundle);
  const inPage = new Set([...entry, ...sheetsOf([...entry, ...home])]);
  const files: FirstFiles['files'] = [];
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const inAll = (texts.get(name) ?? [name]).map((one) => one.replace(/^assets\//, ''));
    const key = inAll[0]!;
    if (!numbers.has(key)) numbers.set(key, files.push(inAll.length === 1 ? key : inAll) - 1);
    return numbers.get(key)!;
  };
  const pages = [...modulesOf].map(([page, modules]): [string, number[]] => {
    const wanted = [...wantedBy([...entry, ...modules]).filter((name) => texts.has(name)), ...modules, ...sheetsOf(modules)];
    return [page, [...new Set(wanted.filter((name) => !inPage.has(name)).map(numberOf))]];
  });
  return { languages, files, pages: Object.fromEntries(pages), worker };
}

/** Home stands in the page before any script has run; sheets of the first script are there anyway. */
function sheetsOfHome(bundle: Rolldown.OutputBundle): string[] {
  const { entry, sheetsOf, home } = partsOf(bundle);
  const there = new Set(sheetsOf(entry));
  return sheetsOf(home).filter((sheet) => !there.has(sheet));
}

interface Made {
  games: HomeGame[];
  hero: string;
  files: { fileName: string; source: string }[];
}

/** The number of the deal that Home shows of each game. */
const shownDeal = '4';

function ask<T>(module: Module, request: string): T {
  const found = JSON.parse(answer(module, request)) as { ok: boolean } & T;
  if (!found.ok) throw new Error(`${request}: ${JSON.stringify(found)}`);
  return found;
}

async function make(inline: boolean): Promise<Made> {
  const module = await moduleOf('table');
  const { games: all } = ask<{ games: GameInfo[] }>(module, 'games');
  const lengths = JSON.parse(await readFile(`${docs}/odds.json`, 'utf8')) as Lengths;
  const files: Made['files'] = [];
  const kept = (label: string, source: string): string => {
    if (inline) return `data:image/svg+xml,${encodeURIComponent(source)}`;
    const fileName = `assets/home-${label}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.svg`;
    files.push({ fileName, source });
    return `./${fileName}`;
  };
  const games: HomeGame[] = [];
  for (const game of all) {
    if (game.variantOf !== '') continue;
    const page = await readFile(`${docs}/rules/${game.id}.md`, 'utf8');
    const { view } = ask<Table>(module, `new ${game.id}#${shownDeal}`);
    const won = { fair: wonBy(studyOf(`${game.id}-fair`)), novice: wonBy(studyOf(`${game.id}-novice`)) };
    games.push({
      id: game.id,
      name: game.name,
      summary: game.summary,
      dailySince: game.dailySince,
      about: leadOf(page),
      picture: kept(game.id, pictureOf(game, view)),
      won: won.fair === null || won.novice === null ? null : { fair: won.fair, novice: won.novice },
      moves: lengths[game.id]?.median ?? null,
      variants: all.filter((other) => other.variantOf === game.id).map(({ id, name: own, summary }) => ({ id, name: own, summary })),
    });
  }
  return { games, hero: kept('hero', heroPicture()), files };
}

/** The kinds of deals of each game, which the solver would say, and some deals that were won. */
async function offersOf(): Promise<Record<string, Offer>> {
  const [table, solver] = await Promise.all([moduleOf('table'), moduleOf('solver')]);
  const { games } = ask<{ games: GameInfo[] }>(table, 'games');
  return Object.fromEntries(
    games.map(({ id }) => {
      const { levels, winnable, days } = ask<Levels>(solver, `levels ${id}`);
      return [id, { levels, winnable, days, won: wonDeals(id) }];
    }),
  );
}

/** Home as HTML. The component is compiled for a server that exists only while this runs. */
async function rendered({ games, hero }: Made): Promise<string> {
  const server = await createServer({
    root,
    configFile: false,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    plugins: [svelte()],
    define: withLanguages,
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { default: HomeView } = (await server.ssrLoadModule('/src/pages/HomeView.svelte')) as { default: Component<Omit<Made, 'files'>> };
    const { render } = (await server.ssrLoadModule('svelte/server')) as typeof import('svelte/server');
    // The comments are for code that takes the HTML over; the page puts its own in its place.
    return render(HomeView, { props: { games, hero } }).body.replace(/<!--.*?-->/g, '');
  } finally {
    await server.close();
  }
}

/**
 * Home in the page itself: `virtual:home` has what it says and shows of each game, and the built page contains it as
 * HTML, so that it is there before any script. `start.js` hides it at once where the address asks for another page.
 * `virtual:deals` has deals that the study of how often games can be won has made known, and `virtual:offers` the kinds of
 * deals that a new one is chosen from.
 */
export function homePage(): Plugin {
  let made: Promise<Made> | undefined;
  let building = false;
  const data = (): Promise<Made> => (made ??= make(!building));
  return {
    name: 'quincunx:home',
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    resolveId: (id) => ([name, deals, offers].includes(id) ? '\0' + id : null),
    async load(id) {
      if (id === '\0' + deals) return `export default ${JSON.stringify(knownDeals((await data()).games))};`;
      if (id === '\0' + offers) return `export default ${JSON.stringify(await offersOf())};`;
      if (id !== '\0' + name) return null;
      const { games, hero } = await data();
      return `export const games = ${JSON.stringify(games)};\nexport const hero = ${JSON.stringify(hero)};`;
    },
    async generateBundle(_, bundle) {
      const { files, games } = await data();
      const manifests = languages.map((language) => ({
        fileName: language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`,
        source: manifestOf(games, language),
      }));
      const screenshots = await Promise.all(
        screenshotsOf(games).map(async ({ path, file }) => ({ fileName: path, source: await readFile(file) })),
      );
      for (const file of [...files, await firstScript(bundle), ...manifests, ...screenshots]) this.emitFile({ type: 'asset', ...file });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { server, bundle }) {
        const { games } = await data();
        html = html
          .replace('<!-- starting -->', starting)
          .replaceAll('%games%', new Intl.ListFormat('en').format(games.map((game) => game.name)));
        if (server) return { html, tags: [{ tag: 'script', children: (await firstScript()).source, injectTo: 'head' as const }] };
        const home = await rendered(await data());
        const place = '<!-- home -->';
        if (!html.includes(place)) throw new Error('index.html has no place for Home');
        return {
          html: html.replaceAll(/\n +/g, '\n').replace(place, () => `<div class="static">${home}</div>`),
          tags: [
            ...(bundle ? sheetsOfHome(bundle) : []).map((file) => ({
              tag: 'link',
              attrs: { rel: 'stylesheet', crossorigin: true, href: `./${file}` },
              injectTo: 'head' as const,
            })),
            { tag: 'script', attrs: { src: `./${(await firstScript(bundle)).fileName}` }, injectTo: 'head' as const },
            { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' as const },
            { tag: 'link', attrs: { rel: 'apple-touch-icon', href: './icons/apple-touch-icon.png' }, injectTo: 'head' as const },
          ],
        };
      },
    },
  };
}
