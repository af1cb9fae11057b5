// Uses the npm package of a folder in Chromium, from Vite's dev server: node vite.mjs FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import tests from "../../web/playwright.config.ts";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { createServer } = await import(require.resolve("vite"));
const root = process.argv[2];
mkdirSync(root, { recursive: true });
writeFileSync(
  join(root, "index.html"),
  '<!doctype html><title></title><script type="module" src="/main.js"></script>',
);
writeFileSync(
  join(root, "main.js"),
  `import { openSolver, openTable } from 'quincunx';
const { view } = await (await openTable()).deal('stalactites#12345');
const { verdict } = await (await openSolver()).solution('stalactites#12345');
document.title = view.status + ' ' + verdict;`,
);
const server = await createServer({
  root,
  configFile: false,
  logLevel: "silent",
  server: { host: "127.0.0.1", port: 0 },
});
await server.listen();
const { chromium } = require("@playwright/test");
const browser = await chromium.launch(tests.use.launchOptions);
const page = await browser.newPage();
await page.goto(server.resolvedUrls.local[0]);
await page.waitForFunction(() => document.title !== "");
console.log(await page.title());
await browser.close();
await server.close();
process.exit();
