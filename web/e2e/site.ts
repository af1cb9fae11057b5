/** A server of the built page for tests of versions: it can be stopped, have a new version, and break off in many ways. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build } from '../src/offline/versions.ts';

export type Files = Map<string, Buffer>;

const folder = fileURLToPath(new URL('../dist', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const text = (files: Files, path: string): string => files.get(path)!.toString();

/** The page as it was built. */
export function firstVersion(): Files {
  const all = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name),
  );
  return new Map(all.map((entry) => join(entry.parentPath, entry.name)).map((file) => [relative(folder, file), readFileSync(file)]));
}

/** Its list of files, and the code after it. */
function buildOf(files: Files): { build: Build; code: string } {
  const [, list = '', code = ''] = /^const build=(.*);\n([\s\S]*)$/.exec(text(files, 'sw.js')) ?? [];
  return { build: JSON.parse(list) as Build, code };
}

export const versionOf = (files: Files): string => buildOf(files).build.version;

/** Another version of the page: its number is on About, and no script or module has the name that it had. */
export function nextVersion(before: Files, number: string): Files {
  const old = versionOf(before);
  const version = `${number}+${hash(Buffer.from(number)).slice(0, 12)}`;
  const renamed = new Map<string, string>();
  for (const path of before.keys()) {
    const found = /^assets\/(.*-)([\w-])([\w-]{7}\.\w+)$/.exec(path);
    if (found) renamed.set(path.slice('assets/'.length), `${found[1]}${found[2] === 'Z' ? 'Y' : 'Z'}${found[3]}`);
  }
  const names = new RegExp([...renamed.keys()].map((name) => name.replace(/[.]/g, '\\.')).join('|'), 'g');
  const files: Files = new Map();
  for (const [path, content] of before) {
    const isText = /\.(js|css|html)$/.test(path) && path !== 'sw.js';
    const changed = isText
      ? Buffer.from(
          content
            .toString()
            .replace(names, (name) => renamed.get(name)!)
            .replaceAll(old, version),
        )
      : content;
    files.set(
      path.replace(/^assets\/(.*)$/, (_, name: string) => `assets/${renamed.get(name) ?? name}`),
      changed,
    );
  }
  const { build, code } = buildOf(before);
  const paths = Object.keys(build.files).map((path) =>
    path.replace(/^assets\/(.*)$/, (_, name: string) => `assets/${renamed.get(name) ?? name}`),
  );
  const made: Build = { version, files: Object.fromEntries(paths.map((path) => [path, hash(files.get(path || 'index.html')!)])) };
  files.set('sw.js', Buffer.from(`const build=${JSON.stringify(made)};\n${code}`));
  return files;
}

/** error: status 500; truncated: half of it, then the connection ends; wrong: whole, but something else; hang: no answer */
type Fault = 'error' | 'truncated' | 'wrong' | 'hang';

export class Site {
  files: Files;
  /** what goes wrong with the first file that fits, by path */
  faults: { path: RegExp; fault: Fault }[] = [];
  /** what has been asked for, by path */
  asked: string[] = [];
  readonly #folder: string;
  #server: Server | null = null;
  #port = 0;

  constructor(files: Files, under = '/') {
    this.files = files;
    this.#folder = under;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.#folder}`;
  }

  /** Always at the same address. */
  async start(): Promise<this> {
    this.#server = createServer((request, response) => this.#answer(request, response));
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const [address = ''] = (request.url ?? '').split('?');
    const path = address.startsWith(this.#folder) ? address.slice(this.#folder.length) : '/';
    this.asked.push(path);
    const content = this.files.get(path || 'index.html');
    const fault = this.faults.find((one) => one.path.test(path))?.fault;
    if (fault === 'hang') return;
    if (!content || fault === 'error') {
      response.writeHead(fault ? 500 : 404, { 'Content-Type': 'text/plain' }).end('no');
      return;
    }
    const body = fault === 'wrong' ? Buffer.concat([content.subarray(0, -1), Buffer.from([content.at(-1)! ^ 1])]) : content;
    response.writeHead(200, {
      'Content-Type': types[extname(path || 'index.html')] ?? 'application/octet-stream',
      'Content-Length': body.length,
      'Cache-Control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (fault === 'truncated') {
      response.write(body.subarray(0, body.length >> 1));
      setTimeout(() => response.destroy(), 50);
    } else response.end(body);
  }
}
