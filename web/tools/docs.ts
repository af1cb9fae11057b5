/**
 * Writes the documents of the repository as pages with a search into `../build/docs`, or a folder that is named:
 * `npm run docs [FOLDER]`. Without a folder, doxygen adds the reference of the library. Fails if a link between them leads nowhere.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked, type Tokens } from 'marked';
import { themeCss } from '../src/theme/css.ts';
import { filesBelow } from '../vite/compressed.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const own = fileURLToPath(new URL('docs/', import.meta.url));
const out = process.argv[2] ?? join(root, 'build/docs');
const said = (file: string, ...words: string[]): string => execFileSync(file, words, { cwd: root, encoding: 'utf8' });
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&\w+;|&#\d+;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The address of a page by the path of what it shows. */
const addressOf = (path: string): string =>
  path === 'README.md' ? 'index.html' : path.endsWith('.md') ? path.replace(/\.md$/, '.html') : `${path}.html`;
const hidden = /^(tests|\.github|web\/(?!npm|README)|fuzz)/;
const documents = said('git', 'ls-files', '-co', '--exclude-standard', '*.md')
  .split('\n')
  .filter((path) => path !== '' && !hidden.test(path));
const tracked = new Set(said('git', 'ls-files', '-co', '--exclude-standard').split('\n'));

const titleOf = (path: string): string => {
  const title = marked.lexer(readFileSync(join(root, path), 'utf8')).find((token) => token.type === 'heading');
  return (title as Tokens.Heading | undefined)?.text.replaceAll('`', '') ?? basename(path);
};
const sections = [
  { name: 'Quincunx', of: /^[A-Z_]+\.md$/ },
  { name: 'Rules', of: /^docs\/rules\/[^/]+$/ },
  { name: 'Regeln', of: /^docs\/rules\/de\// },
  { name: 'Playing and solving', of: /^docs\/(?!rules|decisions)/ },
  { name: 'Working on it', of: /./ },
].map(({ name, of }, i, all) => ({
  name,
  paths: documents.filter((path) => of.test(path) && !all.slice(0, i).some((earlier) => earlier.of.test(path))),
}));

interface Entry {
  address: string;
  title: string;
  text: string;
}
const entries: Entry[] = [];
/** Files that are linked to and are no documents: shown as they are. */
const sources = new Set<string>();

function write(address: string, title: string, html: string): void {
  const up = relative(dirname(address), '.') || '.';
  const menu = sections.map(({ name, paths }) => {
    const links = paths.map((path) => {
      const here = addressOf(path) === address ? ' aria-current="page"' : '';
      return `<li><a href="${up}/${addressOf(path)}"${here}>${escaped(path === 'README.md' ? 'Overview' : titleOf(path))}</a></li>`;
    });
    return `<h2>${name}</h2><ul>${links.join('')}</ul>`;
  });
  const values: Record<string, string> = {
    title: escaped(title),
    up,
    menu: menu.join(''),
    content: html,
    reference: existsSync(join(out, 'api')) ? `<h2>Library</h2><ul><li><a href="${up}/api/annotated.html">Reference</a></li></ul>` : '',
  };
  const page = readFileSync(join(own, 'page.html'), 'utf8').replace(/%(\w+)%/g, (_, name: string) => values[name] ?? '');
  mkdirSync(dirname(join(out, address)), { recursive: true });
  writeFileSync(join(out, address), page);
  entries.push({ address, title, text: plain(html) });
}

/** Where a link of a document leads in the pages; what is shown there is noted. */
function target(path: string, link: string): string {
  if (/^([a-z]+:|#|$)/.test(link)) return link;
  const [file = '', anchor] = link.split('#');
  let goal = join(dirname(path), file).replace(/\/$/, '');
  const up = relative(dirname(addressOf(path)), '.');
  if (existsSync(join(root, goal)) && statSync(join(root, goal)).isDirectory()) {
    const inside = [...tracked].filter((name) => name.startsWith(`${goal}/`));
    goal = inside.find((name) => name === `${goal}/README.md`) ?? `${goal}/`;
    if (goal.endsWith('/')) sources.add(goal);
  } else if (!tracked.has(goal)) throw new Error(`${path} links to ${link}, which is not there`);
  if (/\.(jpg|png|svg|webp)$/.test(goal)) {
    mkdirSync(join(out, dirname(goal)), { recursive: true });
    copyFileSync(join(root, goal), join(out, goal));
    return join(up, goal);
  }
  if (!documents.includes(goal)) sources.add(goal);
  const address = goal.endsWith('/') ? `${goal}index.html` : addressOf(goal);
  return join(up, address) + (anchor === undefined ? '' : `#${anchor}`);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
if (process.argv[2] === undefined) {
  said('doxygen', join(own, 'Doxyfile'));
  for (const file of filesBelow(join(out, 'api'))) {
    // The content security policy allows no scripts in pages; doxygen's only fold lists.
    if (/\.(css|js)$/.test(file)) rmSync(file);
    if (!file.endsWith('.html')) continue;
    const html = readFileSync(file, 'utf8').replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, '');
    const [, title = basename(file)] = /<title>(?:\w+: )?(.*?)<\/title>/.exec(html) ?? [];
    const [, content = ''] = /<!-- content -->([\s\S]*)<!-- end of content -->/.exec(html) ?? [];
    // It links to a list of classes that it has left out.
    const whole = content.includes('id="nested-classes"') ? content : content.replace(/<a href="#nested-classes">.*?<\/a>( &#124;)?/g, '');
    write(relative(out, file), title, whole);
  }
}
for (const path of documents) {
  const ids = new Map<string, number>();
  const renderer = new marked.Renderer();
  const { link, image, heading } = renderer;
  renderer.link = function (token: Tokens.Link) {
    return link.call(this, { ...token, href: target(path, token.href) });
  };
  renderer.image = function (token: Tokens.Image) {
    return image.call(this, { ...token, href: target(path, token.href) });
  };
  renderer.heading = function (token: Tokens.Heading) {
    const bare = token.text.replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const id = bare.replace(/[^\p{L}\p{N}_\- ]/gu, '').replace(/ /g, '-');
    const times = ids.get(id) ?? 0;
    ids.set(id, times + 1);
    return heading.call(this, token).replace('>', ` id="${id}${times > 0 ? `-${times}` : ''}">`);
  };
  write(addressOf(path), titleOf(path), await marked.parse(readFileSync(join(root, path), 'utf8'), { gfm: true, renderer }));
}
for (const path of sources) {
  const inside = path.endsWith('/');
  const listed = [...tracked].filter((name) => name.startsWith(path)).map((name) => `<li>${escaped(name)}</li>`);
  const html = inside ? `<ul>${listed.join('')}</ul>` : `<pre><code>${escaped(readFileSync(join(root, path), 'utf8'))}</code></pre>`;
  write(inside ? `${path}index.html` : addressOf(path), path, `<h1>${escaped(path)}</h1>${html}`);
}

writeFileSync(join(out, 'search.json'), JSON.stringify(entries));
writeFileSync(join(out, 'docs.css'), `${themeCss()}\n${readFileSync(join(own, 'docs.css'), 'utf8')}`);
copyFileSync(join(own, 'search.js'), join(out, 'search.js'));
copyFileSync(join(root, 'web/public/icons/icon.svg'), join(out, 'icon.svg'));

const pages = new Map(filesBelow(out).map((file) => [relative(out, file), file]));
const idsOf = (file: string): Set<string> =>
  new Set([...readFileSync(file, 'utf8').matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => id!));
const known = new Map<string, Set<string>>();
const bad: string[] = [];
for (const [name, file] of pages) {
  if (!name.endsWith('.html')) continue;
  for (const [, link = ''] of readFileSync(file, 'utf8').matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [path = '', anchor] = link.split('#');
    const goal = path === '' ? name : join(dirname(name), path);
    const at = pages.get(goal);
    if (at === undefined && !goal.startsWith('..')) bad.push(`${name}: ${link}`);
    else if (at !== undefined && anchor) {
      if (!known.has(goal)) known.set(goal, idsOf(at));
      if (!known.get(goal)!.has(decodeURIComponent(anchor))) bad.push(`${name}: ${link}`);
    }
  }
}
if (bad.length > 0) throw new Error(`links that lead nowhere:\n${bad.join('\n')}`);
console.log(`${entries.length} pages, ${Math.round(readFileSync(join(out, 'search.json')).length / 1024)} kB to search in`);
