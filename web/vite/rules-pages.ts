import { readFile } from 'node:fs/promises';
import { marked } from 'marked';
import type { Plugin } from 'vite';

/** Sections that a player reads first, in each language; the others are the exact rules. */
const first = ['In short', 'Tips', 'Kurz gesagt', 'Tipps'];

/** A rules page as HTML: what players read first ("" if it has no such sections), and the exact rules. */
async function page(markdown: string): Promise<{ short: string; exact: string }> {
  // Which test checks a ruling matters only to those who work on the program.
  const text = markdown.replace(/\s*\(test:[^)]*\)/g, '').replace(/^# .*\n/, '');
  const sections = text.split(/^(?=## )/m);
  const short = sections.filter((section) => first.some((title) => section.startsWith(`## ${title}\n`)));
  const exact = sections.filter((section) => !short.includes(section));
  const lead = short.length > 0 ? (exact.shift() ?? '') : '';
  const bare = short.map((section) => section.replace(/^## (In short|Kurz gesagt)\n/, ''));
  const html = (parts: string[]) => marked.parse(parts.join('\n'), { gfm: true });
  return { short: short.length > 0 ? await html([lead, ...bare]) : '', exact: await html(exact) };
}

/**
 * `import page from '….md?rules'` gives a rules page as HTML, rendered while building. Only files from this repository
 * are used, so the HTML is as trusted as the code.
 */
export function markdownPages(): Plugin {
  return {
    name: 'quincunx:markdown',
    async load(id) {
      const [path, query] = id.split('?');
      if (!path?.endsWith('.md') || query !== 'rules') return null;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(await page(await readFile(path, 'utf8')))};`;
    },
  };
}
