#!/usr/bin/env node
/**
 * Debian's Firefox as Playwright starts it (channel `moz-firefox`, WebDriver BiDi). This starts Firefox ($FIREFOX, or
 * /usr/bin/firefox-esr) and stands between the two, since Firefox ESR is not quite what Playwright expects:
 *
 * - For each context Playwright sends a command that Firefox does not know yet, and gives up. It is answered here.
 * - Playwright overlooks downloads that have no name of their own, and looks for each one where the first of its name is.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import bundle from 'playwright-core/lib/utilsBundle';

/** Playwright's own WebSockets: no package more is needed. */
const { ws: Socket, wsServer: SocketServer } = bundle;
const unknown = 'emulation.setMediaFeaturesOverride';
const mostBytes = 1 << 28;

// Firefox does not start in a home that belongs to somebody else.
const home = mkdtempSync(join(tmpdir(), 'quincunx-firefox-'));
const firefox = spawn(process.env.FIREFOX ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  // Playwright would have it end with the first page that crashes.
  env: { ...process.env, HOME: home, MOZ_CRASHREPORTER_SHUTDOWN: undefined },
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => {
  rmSync(home, { recursive: true, force: true });
  process.exit(code ?? 1);
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

/** The names under which downloads are to be found, by their addresses. */
const names = new Map();

/** A message of Firefox as Playwright understands it. */
function understood(text) {
  if (!text.includes('"browsingContext.download')) return text;
  const message = JSON.parse(text);
  const { url, suggestedFilename, filepath } = message.params ?? {};
  if (message.method === 'browsingContext.downloadWillBegin') names.set(url, suggestedFilename);
  else if (message.method !== 'browsingContext.downloadEnd') return text;
  else if (filepath && names.has(url)) renameSync(filepath, join(dirname(filepath), names.get(url)));
  message.params.download ??= url;
  return JSON.stringify(message);
}

function relay(address) {
  const http = createServer().listen(0, '127.0.0.1', () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${http.address().port}\n`);
  });
  new SocketServer({ server: http, maxPayload: mostBytes }).on('connection', (client, { url }) => {
    const server = new Socket(address + url, { maxPayload: mostBytes, perMessageDeflate: false });
    const early = [];
    client.on('message', (message) => {
      const text = message.toString();
      const { id, method } = JSON.parse(text);
      if (method === unknown) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (server.readyState === Socket.OPEN) server.send(text);
      else early.push(text);
    });
    server.on('open', () => early.splice(0).forEach((text) => server.send(text)));
    server.on('message', (message) => client.send(understood(message.toString())));
    server.on('close', () => client.close());
    server.on('error', () => client.close());
    client.on('close', () => server.close());
  });
}

let said = '';
let relayed = false;
firefox.stderr.on('data', (data) => {
  if (relayed) {
    process.stderr.write(data);
    return;
  }
  said += data;
  const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said) ?? [];
  if (!address) return;
  relayed = true;
  relay(address);
});
