import { readFile } from 'node:fs/promises';
import { marked } from 'marked';
import type { Plugin } from 'vite';

/**
 * `import html from '….md?html'` gives a Markdown page as HTML, rendered while building. Only files of this
 * repository come in, so the HTML is as trusted as the code.
 */
export function markdownPages(): Plugin {
  return {
    name: 'quincunx:markdown',
    async load(id) {
      const [path, query] = id.split('?');
      if (!path?.endsWith('.md') || query !== 'html') return null;
      this.addWatchFile(path);
      const html = await marked.parse(await readFile(path, 'utf8'), { gfm: true });
      return `export default ${JSON.stringify(html)};`;
    },
  };
}
