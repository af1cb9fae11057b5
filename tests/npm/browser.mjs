// Uses the npm package in Chromium, on the page and in a worker: node browser.mjs FOLDER-OF-THE-PACKAGE
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import tests from "../../web/playwright.config.ts";

const program = `import { openSolver, openTable } from '/package/dist/npm/browser.js';
const { view } = await (await openTable()).deal('stalactites#12345');
const { verdict } = await (await openSolver()).solution('stalactites#12345');
(globalThis.document ? (text) => (document.title = text) : postMessage)(view.status + ' ' + verdict);`;
const pages = {
  "/": '<!doctype html><title></title><script type="module" src="/program.js"></script>',
  "/program.js": program,
};
const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer(async ({ url }, response) => {
  const body =
    pages[url] ??
    (await readFile(join(process.argv[2], url.replace("/package", ""))).catch(
      () => null,
    ));
  response
    .writeHead(body === null ? 404 : 200, {
      "content-type": types[extname(url)] ?? "text/html",
    })
    .end(body);
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const { chromium } = createRequire(
  new URL("../../web/package.json", import.meta.url),
)("@playwright/test");
const browser = await chromium.launch(tests.use.launchOptions);
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => document.title !== "");
console.log(await page.title());
console.log(
  await page.evaluate(
    () =>
      new Promise(
        (said) =>
          (new Worker("/program.js", { type: "module" }).onmessage = ({
            data,
          }) => said(data)),
      ),
  ),
);
await browser.close();
server.close();
