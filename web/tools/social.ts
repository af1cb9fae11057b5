/**
 * Draws `public/icons/social.jpg`, which is shown beside a link to the page: `npx node tools/social.ts` (node 22, which is
 * among the packages).
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.ts';
import { logoSvg } from '../src/theme/logo.ts';
import { heroPicture } from '../vite/home-data.ts';

const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(
  `<body style="margin:0;width:1200px;height:630px;display:flex;align-items:center;color:#fff;background:radial-gradient(#2b7554,#184a35);font-family:sans-serif">` +
    `<div style="width:520px;padding-left:70px"><div style="width:110px;height:110px">${logoSvg().replace('<svg ', '<svg width="110" height="110" ')}</div>` +
    `<h1 style="margin:24px 0 8px;font-size:76px">Quincunx</h1><p style="margin:0;font-size:34px">Rare patience games, free and without adverts</p></div>` +
    `<div style="width:560px">${heroPicture().replace(/width="620" height="560"/, 'width="560" height="506"')}</div></body>`,
);
await page.screenshot({ path: fileURLToPath(new URL('../public/icons/social.jpg', import.meta.url)), type: 'jpeg', quality: 82 });
await browser.close();
