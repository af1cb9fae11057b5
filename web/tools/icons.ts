/**
 * Draws the icons of the page and of the installed app into `public/`: `npx node tools/icons.ts` (node 22, which is among
 * the packages). The PNG files are pictures of the SVG as Chromium shows it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.ts';
import { logoSvg } from '../src/theme/logo.ts';

const folder = new URL('../public/icons/', import.meta.url);
const file = (name: string) => fileURLToPath(new URL(name, folder));

mkdirSync(folder, { recursive: true });
writeFileSync(file('icon.svg'), logoSvg());

const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
const page = await browser.newPage();
const sizes = [
  { name: 'icon-192.png', size: 192, bleed: false },
  { name: 'icon-512.png', size: 512, bleed: false },
  { name: 'maskable-512.png', size: 512, bleed: true },
  { name: 'apple-touch-icon.png', size: 180, bleed: true },
];
for (const { name, size, bleed } of sizes) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<body style="margin:0">${logoSvg(bleed)}</body>`);
  await page.screenshot({ path: file(name), omitBackground: true });
}
await browser.close();
