import { readFile } from 'node:fs/promises';
import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** Sections that stand apart from the exact rules: in other languages, those in their places. */
const apart = { short: 'In short', tips: 'Tips' };

/** The text before the first section, and then each section with its heading. */
export function sectionsOf(markdown: string): Token[][] {
  const sections: Token[][] = [[]];
  for (const token of marked.lexer(markdown, { gfm: true })) {
    if (token.type === 'heading' && token.depth === 2) sections.push([]);
    sections.at(-1)!.push(token);
  }
  return sections;
}

/** A rules page as HTML: what players read first, the tips ("" if it has no such section), and the exact rules. */
function page(markdown: string, english: string): Record<'short' | 'tips' | 'exact', string> {
  // Which test checks a ruling matters only to those who work on the program.
  const sections = sectionsOf(markdown.replace(/\s*\(test:[^)]*\)/g, ''));
  const titles = sectionsOf(english).map(([heading]) => (heading as Tokens.Heading).text);
  if (sections.length !== titles.length) throw new Error('a rules page has other sections than the English one');
  const at = (title: string) => titles.indexOf(title);
  const bare = (title: string) => marked.parser(sections[at(title)]?.slice(1) ?? []);
  const places = Object.values(apart).map(at);
  const exact = sections.filter((_, i) => !places.includes(i)).flat();
  return {
    short: bare(apart.short),
    tips: bare(apart.tips),
    exact: marked.parser(exact.filter((token) => token.type !== 'heading' || token.depth > 1)),
  };
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
      return `export default ${JSON.stringify(page(await readFile(path, 'utf8'), await readFile(english, 'utf8')))};`;
    },
  };
}
