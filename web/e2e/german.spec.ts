/** German: chosen or from the browser, everywhere, at once, and with room for its words. */
import { deflateRawSync } from 'node:zlib';
import { lessonDeals } from '../src/lesson/deals.ts';
import {
  damageKept,
  expect,
  faults,
  frames,
  full,
  load,
  loadedWith,
  open,
  openAfter,
  playAll,
  slowly,
  status,
  test,
  winOf,
  withSettings,
} from './helpers.ts';
import { bookmark, cut, everywhere, moments } from './room.ts';

type Page = import('@playwright/test').Page;

const quick = { animation: 'off' } as const;
test.use({ locale: 'de-AT' });

/**
 * Words that German does not have, or not by themselves, in what is read or spoken. The command field has its own
 * words, names stay as they are, and the choice of a language says each in that language.
 */
const english =
  /(?<![\w.-])(the|and|with|for|from|your|you|this|that|not|can|will|are|is|it|moves?|cards?|piles?|deals?|draw|redeal|undo|redo|hint|settings?|play|won|lost|foundations?|stock|waste|reserves?|cells?|aces?|kings?|queens?|jacks?|clubs|diamonds|hearts|spades|close|show|more|new|home|back|easy|hard|medium|days?|search|position|chances?|ago|help)(?![\w-])/gi;
/** The German words among them, and what is typed. */
const spared = /^(reserve|position|chance)$/i;

const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [document.title];
    const skipped = 'option[lang], [lang]:not(html), pre, code, textarea, kbd, .answer';
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement!;
      if (element.closest(skipped) || element.closest('script, style')) continue;
      if (node instanceof Text) found.push(node.data.trim());
      else for (const name of ['aria-label', 'aria-valuetext', 'title', 'alt']) found.push((node as Element).getAttribute(name) ?? '');
    }
    return found.filter((text) => text !== '');
  });

async function englishOn(page: Page): Promise<string[]> {
  return (await textsOf(page))
    .filter((text) => !/t3 t5|„t4 f“|\b[TWRF]\d*>[TRF]/.test(text))
    .flatMap((text) =>
      [...text.replace(bookmark, '').matchAll(english)]
        .filter(([word]) => !spared.test(word))
        .map(([word]) => `${word}: ${text.slice(0, 80)}`),
    );
}

/** In how many rows the table's buttons are: a second one would take its height from the cards. */
const rowsOfButtons = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLElement>('.actions button')].filter((button) => button.checkVisibility());
    return new Set(seen.map((button) => button.offsetTop)).size;
  });

async function look(page: Page, what: string): Promise<void> {
  expect(await cut(page), what).toEqual([]);
  expect(await rowsOfButtons(page), what).toBeLessThanOrEqual(1);
  expect(await englishOn(page), what).toEqual([]);
}

test('every page and every moment is German and has room at 320 px', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await withSettings(page, quick);
  // Other words have hardly any other faults; the ordinary run has axe look at all pages in English.
  const axed = ['#/', ...(full ? ['#/faq', '#/settings', '#/today', '#/how-to-play/carthage', '#/set-up/gargantua'] : [])];
  await everywhere(page, async (_, what) => {
    await look(page, what);
    if (axed.includes(what)) expect(await faults(page), what).toEqual([]);
  });
  await moments(page, look);
});

test('letters that are twice as large on the page itself have room at 344 px', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 344, height: 882 });
  await withSettings(page, quick);
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 32px !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  await everywhere(page);
});

test('first games, advice and positions are German and have room at 320 px', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await withSettings(page, { ...quick, lessons: '' });
  for (const [game, deal] of Object.entries(lessonDeals)) {
    await page.goto(`#/${game}/${deal}/lesson`);
    await page.locator('.lesson[data-step]').waitFor();
    await look(page, `${game}: first game`);
  }
  await open(page, 'stalactites', '10');
  await page.locator('.choice button').first().tap();
  await page.locator('.surface[data-ply="1"]').waitFor();
  await page.locator('.surface').focus();
  await page.keyboard.press('v');
  await page.locator('.advice').waitFor();
  await look(page, 'advice');
  await page.locator('.advice [aria-haspopup]').tap();
  await look(page, 'more advice');
  await page.locator('dialog .wish').first().tap();
  await page.locator('header [data-verdict="winnable"], header [data-verdict="unwinnable"]').waitFor();
  await look(page, 'verdict');
  await load(page, '#/set-up/carthage');
  await page.locator('main summary').tap();
  await page.locator('textarea').fill('game carthage\nnonsense');
  await page.locator('.text button, details button').first().tap();
  await look(page, 'a position as text');
});

test('the header cuts off neither a name, a chance nor “Fertig spielen”', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await withSettings(page, { ...quick, odds: true });
  const shortened = () =>
    page.locator('header :is(h1, .chip span, .line span):visible').evaluateAll((all) =>
      all
        .filter((one) => {
          const words = document.createRange();
          words.selectNodeContents(one);
          return words.getBoundingClientRect().width > one.getBoundingClientRect().width + 0.1;
        })
        .map((one) => one.textContent),
    );
  for (const width of [320, 344, 390, 1024]) {
    // The moves take as much room as they ever do.
    const game = width === 390 ? 'gloucestershire' : 'stalactites';
    const { moves } = winOf(game);
    await page.setViewportSize({ width, height: 768 });
    await openAfter(page, game, game === 'stalactites' ? Math.floor(moves.length * 0.75) : moves.length - 2);
    await page.locator('header .chip').waitFor();
    expect(await shortened(), `${width}`).toEqual([]);
    if (width === 320) continue;
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    expect(await shortened(), `${width}, letters twice as large`).toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  }
  await open(page, 'grandfather', '7311000042');
  await expect(page.locator('.line')).toContainText('%');
  expect(await shortened()).toEqual([]);
});

test('why a file, a link or an import can’t be read is said in German', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await withSettings(page, quick);
  const head = 'quincunx-record 1\ngame carthage\n';
  const dealt = `${head}deal carthage#1\nmoves\n`;
  const records: [string, string][] = [
    ['no game', 'Eine Aufzeichnung beginnt mit der Zeile „quincunx-record 1“.'],
    [`${dealt}draw\n`, 'Zeile 6, Spalte 1: Die Aufzeichnung hört zu früh auf: Ihre letzte Zeile muss „end“ sein.'],
    [`${dealt}draw X1>X2\nend\n`, 'Zeile 5, Spalte 6: Zug 2, X1>X2, ist in diesem Spiel kein Zug: Einen Stapel „X1“ gibt es nicht.'],
    [`${dealt}T1>T1\nend\n`, 'Zeile 5, Spalte 1: Zug 1, T1>T1, ist nicht erlaubt: Da liegt die Karte schon.'],
    [
      `${head}position\ngame carthage\nF1 XX\nend\nmoves\nend\n`,
      'Zeile 5, Spalte 4: „XX“ ist keine Karte. Karten sehen so aus: 7H oder TD.',
    ],
    [`${head}deal carthage:7H\nmoves\nend\n`, 'A♣ fehlt: Das Spiel hat 2.'],
  ];
  const alert = page.getByRole('alert');
  for (const [record, why] of records) {
    await load(page, '#/');
    await page.locator('#file').setInputFiles({ name: 'x.pat', mimeType: 'text/plain', buffer: Buffer.from(record) });
    await expect(alert).toContainText(`kein gespeichertes Spiel: ${why.startsWith('Zeile') ? why : ''}`);
    await expect(alert).toContainText(why);
    await look(page, why);
    await page.goto(`#/shared/1${deflateRawSync(record).toString('base64url')}`);
    await expect(page.getByRole('heading', { name: 'Dieser Link lässt sich nicht öffnen' })).toBeVisible();
    await expect(alert).toContainText(why);
    await look(page, `link: ${why}`);
  }
  await load(page, '#/statistics');
  const game = `game 1-${'0'.repeat(32)} carthage#1 any 1 playing 1 1 1 none - -`;
  const files: [string, string][] = [
    ['no games', 'Zeile 1, Spalte 1: Eine Datei mit Spielen beginnt mit der Zeile „quincunx-games 2“.'],
    ['quincunx-games 2\n', 'Zeile 2, Spalte 1: Die Datei hört zu früh auf: Die letzte Zeile fehlt, die mit „end“ beginnt.'],
    [
      'quincunx-games 2\nend 3 0000000000000000\n',
      'Die Datei ist beschädigt: Zwischen der ersten und der letzten sollten 3 Zeilen stehen, nicht 0.',
    ],
    [`quincunx-games 2\n${game.replace('none', 'both')}\nend 1 0\n`, 'Hier sollte „none“, „fair“ oder „all-known“ stehen, nicht „both“.'],
    [
      `quincunx-games 2\n${game}\nrecord ${dealt.replaceAll('\n', '\\n')}\nend 2 0\n`,
      '(darin Zeile 5, Spalte 1): Die Aufzeichnung hört zu früh auf',
    ],
  ];
  for (const [file, why] of files) {
    await page.getByLabel('Datei importieren').setInputFiles({ name: 'x.games', mimeType: 'text/plain', buffer: Buffer.from(file) });
    await expect(alert).toContainText('Nichts wurde geändert: Zeile');
    await expect(alert).toContainText(why);
    expect(await englishOn(page), why).toEqual([]);
  }
  // A game that was saved here, and damaged since.
  await open(page, 'carthage', '5');
  await page.locator('.surface button[data-pile="S"]').tap();
  await page.locator('.surface[data-ply="1"]').waitFor();
  await load(page, '#/faq');
  await damageKept(page, 'carthage#5', `${dealt}draw\n`);
  await page.goto('#/carthage/5');
  await expect(alert).toContainText(
    'Das gespeicherte Spiel ist nicht lesbar: Die Aufzeichnung hört zu früh auf: Ihre letzte Zeile muss „end“ sein.',
  );
  await look(page, 'a damaged game');
});

test('English words would be found', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['en'] }));
  await load(page, '#/settings');
  expect((await englishOn(page)).length).toBeGreaterThan(10);
});

test('a whole game is played and won in German', { tag: '@full' }, async ({ page }, info) => {
  await withSettings(page, { ...quick, tap: 'select', automatic: 'never', lessons: '' });
  await page.addInitScript(() => {
    const all = ((window as unknown as { all: string[] }).all = []) as string[];
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver(() => {
        const text = document.querySelector('[data-testid=live]')?.textContent ?? '';
        if (text !== all.at(-1)) all.push(text);
      }).observe(document.body, { subtree: true, childList: true, characterData: true }),
    );
  });
  const { deal, moves } = winOf('stalactites');
  await open(page, 'stalactites', deal);
  await expect(page.getByRole('button', { name: 'Spielen lernen' })).toBeVisible();
  const [choice = '', ...others] = moves;
  await playAll(page, [choice], 'taps', info.project.name === 'phone');
  await page.keyboard.press('h');
  await expect(page.getByTestId('notice')).toContainText(/Lege|Parke|kann ohne Risiko/);
  await page.keyboard.press('Escape');
  await playAll(page, others, 'taps', info.project.name === 'phone');
  expect(await status(page)).toBe('won');
  await expect(page.getByText('Gewonnen!')).toBeVisible();
  const all = await page.evaluate(() => (window as unknown as { all: string[] }).all);
  expect(all.length).toBeGreaterThan(moves.length / 2);
  expect(all.flatMap((text) => [...text.matchAll(english)].filter(([word]) => !spared.test(word)).map(() => text))).toEqual([]);
  expect(
    all.some((text) =>
      /^(Kreuz|Karo|Herz|Pik)-(Ass|Bube|Dame|König|\d+) (auf einen Grundstapel|in die (erste|zweite) Zelle); der \S+ Stapel (hat noch \d Karten?|ist leer)/.test(
        text,
      ),
    ),
  ).toBe(true);
  expect(all.filter((text) => new RegExp(`Gewonnen in ${moves.length} Zügen, `).test(text))).not.toEqual([]);
});

test('German is there from the first moment, and no English text is loaded', { tag: '@desktop' }, async ({ page, allowed, baseURL }) => {
  // The HTML in the page is English, and not seen.
  allowed.push(/Failed to load resource/);
  await page.route(/assets\/index.*\.js$/, (route) => route.abort());
  await page.goto('');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('.static')).toBeHidden();
  await expect(page.locator('.starting').filter({ visible: true })).toHaveText(/ist nicht gestartet/);
  await page.unroute(/assets\/index.*\.js$/);

  await page.goto('about:blank');
  const files = await loadedWith(page, baseURL!, '#/gargantua/1');
  const scripts = files.filter(({ url }) => url.endsWith('.js')).map(({ body }) => body.toString());
  expect(scripts.some((text) => text.includes('ohne Werbung, ohne Anmeldung'))).toBe(true);
  expect(scripts.some((text) => text.includes('find anywhere else') || text.includes('cards face down'))).toBe(false);
  const sum = files.filter(({ first }) => first).reduce((total, { size }) => total + size, 0);
  expect(sum).toBeLessThan(192_000);
  if (full) console.log(`first load in German: ${sum} bytes`);
});

test('nothing moves on Home while German arrives', { tag: '@full' }, async ({ page }) => {
  await slowly(page);
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number; texts: string[] };
    seen.shift = 0;
    seen.texts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      const shown = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility())?.textContent ?? '';
      if (shown !== '' && shown !== seen.texts.at(-1)) seen.texts.push(shown);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('');
  await page.locator('#file:not([disabled])').waitFor();
  await frames(page, 18);
  const { shift, texts } = await page.evaluate(() => {
    const { shift: sum, texts: all } = window as unknown as { shift: number; texts: string[] };
    return { shift: sum, texts: all };
  });
  expect(texts).toEqual(['Seltene Patiencen']);
  expect(shift).toBeLessThan(0.02);
});

test('the app has a German name and shortcuts', { tag: ['@desktop', '@full'] }, async ({ page, request }) => {
  await load(page, '#/about');
  const link = page.locator('link[rel="manifest"]');
  await expect(link).toHaveAttribute('href', './manifest.de.webmanifest');
  const manifest = (await (await request.get('manifest.de.webmanifest')).json()) as {
    name: string;
    lang: string;
    shortcuts: { name: string }[];
  };
  expect(manifest.lang).toBe('de');
  expect(manifest.name).toBe('Quincunx: Seltene Patiencen');
  expect(manifest.shortcuts[0]!.name).toBe('Tagesspiele');
});

test(
  'the language is chosen in the settings, stays chosen, and the game goes on',
  { tag: ['@desktop-first', '@full'] },
  async ({ page }) => {
    await withSettings(page, quick);
    const html = page.locator('html');
    await open(page, 'carthage', '5');
    await page.locator('.surface button[data-pile="S"]').click();
    await page.locator('.surface[data-ply="1"]').waitFor();
    await page.getByRole('button', { name: 'Mehr', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Einstellungen' }).click();
    await page.getByLabel('Sprache (Language)').selectOption({ label: 'English' });
    await expect(html).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await page.locator('.surface[data-ply="1"]').waitFor();
    await page.reload();
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await load(page, '#/settings');
    await expect(page.getByLabel('Language')).toHaveValue('en');
    await page.getByLabel('Language').selectOption({ label: 'Automatic' });
    await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'de');
  },
);

for (const [languages, expected] of [
  [['zxx', 'de-CH', 'en'], 'de'],
  [['zxx'], 'en'],
  [['en-GB', 'de'], 'en'],
  [['den', 'constructor'], 'en'],
] as const) {
  test(`a browser set to ${languages.join(', ')} gets ${expected}`, { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await page.addInitScript((all) => Object.defineProperty(navigator, 'languages', { value: all }), languages);
    await page.goto('#/faq');
    await expect(page.locator('h1')).toHaveText(expected === 'de' ? 'Fragen und Antworten' : 'Questions and answers');
    await expect(page.locator('html')).toHaveAttribute('lang', expected);
  });
}
