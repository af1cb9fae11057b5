import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** `import count from '….puzzles?count'` gives the number of puzzles of a file, which the page says before it has them. */
export function puzzleCounts(): Plugin {
  return {
    name: 'quincunx:puzzles',
    async load(id) {
      const [path, query] = id.split('?');
      if (!path?.endsWith('.puzzles') || query !== 'count') return null;
      this.addWatchFile(path);
      const [, count] = /^puzzles (\d+)$/m.exec(await readFile(path, 'utf8')) ?? [];
      if (count === undefined) throw new Error(`${path} does not say how many puzzles it has`);
      return `export default ${count};`;
    },
  };
}
