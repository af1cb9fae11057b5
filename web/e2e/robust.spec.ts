/**
 * The page says what failed to load or was denied, and how to go on; a drag that is broken off leaves everything as it
 * was.
 */
import { readFileSync } from 'node:fs';
import { defaultTheme } from '../src/theme/settings.ts';
import {
  atPly,
  denied,
  draw,
  expect,
  frames,
  keyTo,
  long,
  open,
  openAfter,
  ply,
  points,
  said,
  test,
  winOf,
  withSettings,
} from './helpers.ts';

const win = winOf('gargantua');
const quick = { animation: 'off' } as const;
test.use({ settings: quick });
const undo = 'Undo';

test.describe('a browser that denies', () => {
  const expected = [
    /Failed to load resource/,
    /disallowed MIME type/,
    /Failed to fetch dynamically imported module/,
    /ERR_/,
    /Content Security Policy/,
    /WebAssembly/,
    /preload/,
  ];
  test.use({ allowed: async ({}, use) => use(expected) });

  test('all storage, by throwing when it is named, still plays', { tag: '@full' }, async ({ page }) => {
    await denied(page, 'indexedDB', 'localStorage', 'sessionStorage');
    await page.goto('');
    await expect(page.getByRole('heading', { name: 'Gargantua' }).first()).toBeVisible();
    await open(page, 'gargantua', win.deal);
    await draw(page, 1);
    await page.getByRole('button', { name: undo, exact: true }).click();
    await atPly(page, 0);
    await page.goto('#/settings');
    await page.getByLabel('Hide clock and moves').check();
    await expect(page.getByText('Your settings may be lost')).toBeVisible();
  });

  test('the file of a page says so, and tries again', { tag: '@full' }, async ({ page }) => {
    let broken = true;
    await page.route(/\/Play-[^/]*\.js$/, (route) => (broken ? route.abort() : route.continue()));
    await page.goto('');
    await page.getByRole('heading', { name: 'Gargantua' }).first().waitFor();
    await page.goto(`#/gargantua/${win.deal}`);
    await expect(page.getByRole('alert')).toContainText('couldn’t be loaded');
    await expect(page.getByRole('link', { name: 'Home' }).first()).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.surface[data-ply="0"]').waitFor();
  });

  test('everything, since there is no connection, stays on the page that says so', { tag: '@full' }, async ({ page, context }) => {
    await page.route(/\/Faq-[^/]*\.js$/, (route) => route.abort());
    // Home's headings are there before any script; the engine must be there, too.
    await page.goto('', { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await page.goto('#/faq');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toContainText('Still no connection');
    await context.setOffline(false);
  });

  test('a file of a version that was deployed meanwhile is loaded again with the page, once', { tag: '@full' }, async ({ page }) => {
    let loads = 0;
    await page.route(/\/Faq-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.goto('');
    await page.getByRole('heading', { name: 'Gargantua' }).first().waitFor();
    // By now the server has a newer page, which names other files.
    const now = await (await page.request.get('')).text();
    await page.route(/\/$/, async (route) => {
      if (route.request().resourceType() !== 'document') return route.fulfill({ contentType: 'text/html', body: '<p>index-new.js</p>' });
      loads += 1;
      return route.fulfill({ contentType: 'text/html', body: now });
    });
    await page.goto('#/faq');
    await expect(page.getByRole('alert')).toContainText('couldn’t be loaded');
    expect(loads).toBe(1);
  });

  test('the engine says so', async ({ page }) => {
    await page.route(/\.wasm$/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`#/gargantua/${win.deal}`);
    await expect(page.getByRole('alert').first()).toContainText('couldn’t be loaded');
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  });

  test('the engine says so even if it failed before the page had a script', { tag: '@full' }, async ({ page }) => {
    await page.route(/\.wasm$/, (route) => route.fulfill({ status: 404, body: '' }));
    const failed = () => page.evaluate(() => (window as unknown as { quincunxTable?: { failed: boolean } }).quincunxTable?.failed);
    await page.route(/\/index-[^/]*\.js$/, async (route) => {
      await expect.poll(failed).toBe(true);
      await route.continue();
    });
    await page.goto(`#/gargantua/${win.deal}`);
    // not only when its patience is over
    await expect(page.getByRole('alert').first()).toContainText('couldn’t be loaded', { timeout: long });
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  });

  test('a whole engine says so', { tag: '@full' }, async ({ page }) => {
    const table = readFileSync(new URL('../../build/wasm/table.wasm', import.meta.url));
    await page.route(/\.wasm$/, (route) => route.fulfill({ contentType: 'application/wasm', body: table.subarray(0, 5000) }));
    await page.goto(`#/gargantua/${win.deal}`);
    await expect(page.getByRole('alert').first()).toContainText('couldn’t be loaded');
  });

  test('workers says so', { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
    await page.goto(`#/gargantua/${win.deal}`);
    await expect(page.getByRole('alert').first()).toContainText('web workers');
  });

  test('the first script leaves a page that says what to do', { tag: '@full' }, async ({ page }) => {
    await page.route(/\/index-[^/]*\.js$/, (route) => route.abort());
    await page.goto('');
    await expect(page.getByText('reload the page')).toBeVisible({ timeout: long });
  });
});

test.describe('a drag', () => {
  for (const [name, end] of [
    ['Escape', 'key'],
    ['a second button', 'button'],
    ['the loss of the window', 'blur'],
  ] as const) {
    test(`is ended by ${name}`, { tag: ['@desktop', '@full'] }, async ({ page }) => {
      await open(page, 'gargantua', win.deal);
      const move = win.moves.find((text) => /^T\d>T\d$/.test(text)) ?? win.moves[0]!;
      const { from, to } = await points(page, move);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y - 5);
      await page.mouse.move(to.x, to.y);
      await expect(page.locator('.surface.dragging')).toHaveCount(1);
      if (end === 'key') await page.keyboard.press('Escape');
      else if (end === 'button') await page.mouse.down({ button: 'right' });
      else await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await expect(page.locator('.surface.dragging')).toHaveCount(0);
      await page.mouse.up();
      await frames(page);
      expect(await ply(page)).toBe(0);
    });
  }
});

test('nothing changes while the game is paused', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  await draw(page, 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  for (const name of [undo, 'Redo', 'Hint']) await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  await page.keyboard.press('u');
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Resume' }).last().click();
  await frames(page);
  expect(await ply(page)).toBe(1);
});

test('large letters leave the title beside the moves', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, 'gloucestershire', '22');
  // As browsers do that are told of a smallest size.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('header * { font-size: 24px !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
  const [title, moves] = [await box('h1'), await box('.moves')];
  expect(title.x + title.width <= moves.x || title.y + title.height <= moves.y).toBe(true);
});

test('a page that the browser translates goes on counting', async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  // Such a browser does this with every text that it may translate.
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: Text[] = [];
    while (texts.nextNode()) all.push(texts.currentNode as Text);
    for (const text of all) {
      if (!text.data.trim() || text.parentElement?.closest('[translate="no"], script, style')) continue;
      const part = document.createElement('span');
      part.textContent = text.data;
      text.replaceWith(part);
    }
  });
  await page.locator('.surface button[data-pile="S"]').click();
  await expect(page.locator('.moves')).toHaveText('1 move');
  await expect(page.getByTestId('live')).not.toHaveText('');
});

test.describe('letters', () => {
  test('are shortcuts on the table, not on a button', async ({ page }) => {
    await open(page, 'gargantua', win.deal);
    await keyTo(page, 'd', 1);
    await page.locator('.actions').getByRole('button', { name: 'More' }).focus();
    await page.keyboard.press('u');
    await page.keyboard.press('d');
    await frames(page);
    expect(await ply(page)).toBe(1);
    await page.keyboard.press('ArrowDown');
    await keyTo(page, 'u', 0);
  });

  test('work after a button was pressed with a pointer', { tag: '@full' }, async ({ page }) => {
    await open(page, 'gargantua', win.deal);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await keyTo(page, 'd', 1);
  });

  test('are not repeated while a key is held, except to take moves back', { tag: '@full' }, async ({ page }) => {
    await open(page, 'gargantua', win.deal);
    await keyTo(page, 'd', 1);
    // Playwright's second press without a release is a repeat.
    for (let i = 0; i < 4; ++i) {
      await page.keyboard.down('h');
      await frames(page, 3);
    }
    await page.keyboard.up('h');
    const hint = page.locator('.actions').getByRole('button', { name: 'Play it' });
    await hint.focus();
    for (let i = 0; i < 4; ++i) {
      await page.keyboard.down('Enter');
      await frames(page, 3);
    }
    await page.keyboard.up('Enter');
    // The key showed a hint, and the button played it, once.
    await atPly(page, 2);
    await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 3; ++i) await page.keyboard.down('u');
    await atPly(page, 0);
  });

  test(
    'go by their place on a keyboard that writes no Latin letters; so does Ctrl+Z, on a slider, too',
    { tag: '@full' },
    async ({ page }) => {
      await open(page, 'gargantua', win.deal);
      const press = (key: string, code: string, ctrlKey = false) =>
        page.evaluate((init) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init)), {
          key,
          code,
          ctrlKey,
          bubbles: true,
          cancelable: true,
        });
      await press('в', 'KeyD');
      await atPly(page, 1);
      await press('я', 'KeyZ', true);
      await atPly(page, 0);
      await page.keyboard.press('d');
      await page.keyboard.press('b');
      await page.getByRole('slider').focus();
      await keyTo(page, 'Control+z', 0);
    },
  );

  test('can be switched off', { tag: '@full' }, async ({ page }) => {
    await withSettings(page, { ...quick, shortcuts: false });
    await open(page, 'gargantua', win.deal);
    await page.keyboard.press('d');
    await page.keyboard.press('n');
    await frames(page);
    expect(await ply(page)).toBe(0);
    await page.keyboard.press('ArrowDown');
    expect(await said(page)).toBe('');
  });
});

test('in forced colors the hint and its target are drawn as lines', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  // Every move there has a place to go.
  await open(page, 'gloucestershire', '4711');
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  const line = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((ring) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(ring);
        return `${outlineStyle} ${outlineWidth}`;
      });
  expect(await line('.ring.hint')).toBe('solid 4px');
  expect(await line('.ring.hint-to')).toBe('dashed 4px');
});

test(
  'a name and a password in the address, as a bookmark of a server at home has them, are left out',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, allowed }) => {
    const named = baseURL!.replace('//', '//anna:secret@');
    allowed.push(/anna:secret@/);
    await page.goto(`${named}#/gargantua/${win.deal}`);
    await draw(page, 1);
    expect(await page.evaluate(() => document.baseURI)).toBe(page.url());
  },
);

test.describe('what is not asked for', { tag: '@desktop' }, () => {
  test('the way back closes an open dialog and nothing else', async ({ page }) => {
    await page.goto('#/');
    await open(page, 'gargantua', win.deal);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`#/gargantua/${win.deal}$`));
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/#\/$/);
  });

  test('a keyboard on the screen leaves what is typed into in view', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, 'gargantua', win.deal);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const number = page.getByRole('textbox', { name: 'Deal number' });
    await number.click();
    await page.setViewportSize({ width: 360, height: 380 });
    const go = page.getByRole('dialog').getByRole('button', { name: 'Deal', exact: true });
    await expect(async () => {
      const [field, button] = await Promise.all([number.boundingBox(), go.boundingBox()]);
      expect(field!.y).toBeGreaterThanOrEqual(0);
      expect(field!.y + field!.height).toBeLessThanOrEqual(button!.y);
      expect(button!.y + button!.height).toBeLessThanOrEqual(380);
    }).toPass();
  });

  test('paper is white with dark letters, whatever the colors of the page', { tag: '@full' }, async ({ page }) => {
    await withSettings(page, { ...quick, theme: { ...defaultTheme, scheme: 'dark', contrast: 'high' } });
    await page.goto('#/statistics');
    const colors = () =>
      page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.documentElement);
        // Letters in a color of the theme, such as names of figures.
        return [color, backgroundColor, getComputedStyle(document.documentElement).getPropertyValue('--text')];
      });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const white = 'rgb(255, 255, 255)';
    const [onScreen, , letters] = await colors();
    expect(onScreen).toBe(white);
    await page.emulateMedia({ media: 'print' });
    const [color, ground, printed] = await colors();
    expect([color, ground]).toEqual(['rgb(0, 0, 0)', white]);
    expect(printed).not.toBe(letters);
    await page.emulateMedia({ media: 'screen' });
    await page.goto('#/puzzles/stalactites');
    await expect(page.locator('.surface')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hint', exact: true })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    /** Things on paper beside names and cards, or that would cut the cards off. */
    const more = () =>
      page.evaluate(() => {
        const parts = [
          ...document.querySelectorAll('button, a, input, summary, aside, nav, dialog, .end, .choice, .panels, .dock, .messages'),
        ];
        const seen = parts.filter((part) => !part.closest('.surface') && part.checkVisibility({ visibilityProperty: true }));
        const cut = [...document.querySelectorAll('.window, .play, .play main, .board')].filter((part) => {
          const { overflow, backgroundImage, display } = getComputedStyle(part);
          return overflow !== 'visible' || backgroundImage !== 'none' || display !== 'block';
        });
        const wide = document.querySelector('.surface')!.getBoundingClientRect().width > 680;
        return [...[...seen, ...cut].map((part) => `${part.tagName}.${part.className}`), ...(wide ? ['too wide'] : [])];
      });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await more()).toEqual([]);
    // A card that is known, and still face down, is seen; its stripes would be white otherwise.
    await expect(page.locator('.cards')).toHaveCSS('print-color-adjust', 'exact');
    // There is no felt, and no picture is cut by the end of a sheet.
    await expect(page.locator('main')).toHaveCSS('background-image', 'none');
    await page.emulateMedia({ media: 'screen' });
    await openAfter(page, 'gargantua', win.moves.length);
    await expect(page.locator('.end')).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    expect(await more()).toEqual([]);
    // Rules are read on paper where they are folded on the screen, and have cards.
    await page.goto('#/how-to-play/gargantua');
    await expect(page.locator('details.rules li').first()).toBeVisible();
    await expect(page.locator('.card-face').first()).toHaveCSS('print-color-adjust', 'exact');
    await page.goto('#/');
    await expect(page.locator('.games > li').first()).toHaveCSS('break-inside', 'avoid');
  });
});
