import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { translator } from '../src/ground/i18n.ts';
import { common } from '../src/words/texts/common.ts';
import type { HomeGame } from '../src/pages/home-game.ts';

/** The colors of the page before any script has run; `index.html` has the same. */
const paper = '#f3f1ea';

const images = fileURLToPath(new URL('../../docs/images', import.meta.url));
const forms = [
  { form: 'desktop', size: '1120x700', factor: 'wide' },
  { form: 'phone', size: '360x640', factor: 'narrow' },
];

/** Pictures of tables, which systems show before they install the page. */
export const screenshotsOf = (games: readonly HomeGame[]) =>
  forms.flatMap((form) =>
    games
      .map(({ id, name }) => ({ ...form, name, file: `${images}/${id}-${form.form}.jpg`, path: `icons/${id}-${form.form}.jpg` }))
      .filter(({ file }) => existsSync(file)),
  );

/** The manifest of the page as an app, in a language. Addresses are relative, so that the page can lie in any folder. */
export function manifestOf(games: readonly HomeGame[], language: string): string {
  const translated =
    language === 'en'
      ? {}
      : {
          [language]: JSON.parse(readFileSync(new URL(`../src/words/texts/${language}/common.json`, import.meta.url), 'utf8')) as Record<
            string,
            string
          >,
        };
  const t = translator(common, translated, language);
  const listed = new Intl.ListFormat('en').format(games.map(({ name }) => name));
  const icon = (name: string, size: string, type: string, purpose: string) => ({ src: `./icons/${name}`, sizes: size, type, purpose });
  return JSON.stringify(
    {
      name: language === 'en' ? 'Quincunx: rare patience games' : `Quincunx: ${t('home.title')}`,
      short_name: 'Quincunx',
      description: language === 'en' ? `Rare patience games: ${listed}. Free, open source, no ads, no account.` : t('home.lead'),
      lang: language,
      start_url: './',
      scope: './',
      display: 'standalone',
      background_color: paper,
      theme_color: paper,
      categories: ['games'],
      icons: [
        icon('icon.svg', 'any', 'image/svg+xml', 'any'),
        icon('icon-192.png', '192x192', 'image/png', 'any'),
        icon('icon-512.png', '512x512', 'image/png', 'any'),
        icon('maskable-512.png', '512x512', 'image/png', 'maskable'),
      ],
      screenshots: screenshotsOf(games).map(({ path, size, factor, name }) => ({
        src: `./${path}`,
        sizes: size,
        type: 'image/jpeg',
        form_factor: factor,
        label: name,
      })),
      // Systems show the first few.
      shortcuts: [
        { name: t('home.today'), url: './#/today' },
        ...games.map(({ id, name }) => ({ name: t('home.day-game', { game: name }), short_name: name, url: `./#/today/${id}` })),
      ].map((one) => ({ ...one, icons: [icon('icon-192.png', '192x192', 'image/png', 'any')] })),
      // A new window, so that the game on an open table stays where it is.
      file_handlers: [{ action: './?open', accept: { 'text/plain': ['.pat'] }, launch_type: 'single-client' }],
      // Nothing but the address is asked of the service worker, which answers with the page as always.
      share_target: {
        action: './',
        method: 'GET',
        enctype: 'application/x-www-form-urlencoded',
        params: { title: 'title', text: 'text', url: 'url' },
      },
      launch_handler: { client_mode: ['navigate-new', 'auto'] },
    },
    null,
    2,
  );
}
