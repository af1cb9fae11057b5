import { readFile } from 'node:fs/promises';
import { marked } from 'marked';
import type { Plugin } from 'vite';

/** Sections that stand apart from the exact rules, in each language. */
const apart = { short: /^## (In short|Kurz gesagt)\n/, tips: /^## (Tips|Tipps)\n/ };

/** A rules page as HTML: what players read first, the tips ("" if it has no such section), and the exact rules. */
async function page(markdown: string): Promise<Record<'short' | 'tips' | 'exact', string>> {
  // Which test checks a ruling matters only to those who work on the program.
  const text = markdown.replace(/\s*\(test:[^)]*\)/g, '').replace(/^# .*\n/, '');
  const sections = text.split(/^(?=## )/m);
  const html = (part: string) => marked.parse(part, { gfm: true });
  const bare = (title: RegExp) => html(sections.find((section) => title.test(section))?.replace(title, '') ?? '');
  const exact = sections.filter((section) => !Object.values(apart).some((title) => title.test(section)));
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
      return `export default ${JSON.stringify(await page(await readFile(path, 'utf8')))};`;
    },
  };
}
