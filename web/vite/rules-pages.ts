import { readFile } from 'node:fs/promises';
import { marked } from 'marked';
import type { Plugin } from 'vite';

/** Sections that stand apart from the exact rules: in other languages, those in their places. */
const apart = { short: '## In short\n', tips: '## Tips\n' };

const sectionsOf = (markdown: string): string[] => markdown.split(/^(?=## )/m);

/** A rules page as HTML: what players read first, the tips ("" if it has no such section), and the exact rules. */
async function page(markdown: string, english: string): Promise<Record<'short' | 'tips' | 'exact', string>> {
  // Which test checks a ruling matters only to those who work on the program.
  const text = markdown.replace(/\s*\(test:[^)]*\)/g, '').replace(/^# .*\n/, '');
  const sections = sectionsOf(text);
  const titles = sectionsOf(english);
  if (sections.length !== titles.length) throw new Error('a rules page has other sections than the English one');
  const html = (part: string) => marked.parse(part, { gfm: true });
  const at = (title: string) => titles.findIndex((section) => section.startsWith(title));
  const bare = (title: string) => html(sections[at(title)]?.replace(/^## .*\n/, '') ?? '');
  const places = Object.values(apart).map(at);
  const exact = sections.filter((_, i) => !places.includes(i));
  return { short: await bare(apart.short), tips: await bare(apart.tips), exact: await html(exact.join('\n')) };
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
      const english = path.replace(/\/rules\/\w+\/(?=[^/]+$)/, '/rules/');
      return `export default ${JSON.stringify(await page(await readFile(path, 'utf8'), await readFile(english, 'utf8')))};`;
    },
  };
}
