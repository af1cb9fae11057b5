/**
 * The texts as files of their own, so that a page loads those of one language and no others. The sources say
 * `translator(english)`, with all English texts, which is what unit tests and the prerendered Home use; in the page,
 * each such file only says where its texts are, in every language.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Tokens } from 'marked';
import type { Plugin, Rolldown } from 'vite';
import { sectionsOf } from './rules-pages.ts';

const folder = fileURLToPath(new URL('../src/words/texts/', import.meta.url));
const rules = fileURLToPath(new URL('../../docs/rules/', import.meta.url));

/** The languages that there are; the folder of each has the names of the English files. */
export const languages: readonly string[] = [
  'en',
  ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
];

/** For code that may choose one: what each calls itself. A browser's own names take a slow phone a tenth of a second to load. */
export const withLanguages = {
  LANGUAGES: JSON.stringify(Object.fromEntries(languages.map((one) => [one, new Intl.DisplayNames(one, { type: 'language' }).of(one)]))),
};

/** The sentence for a page that does not start, in every language; a page shows its own. */
export const starting = (): string =>
  languages
    .map((one) => [one, readFileSync(`${folder}${one === 'en' ? '' : `${one}/`}starting.html`, 'utf8').trim()])
    .map(([language, text]) => `<p class="starting" lang="${language}">${text}</p>`)
    .join('');
export const startingCss = languages.map((one) => `html:lang(${one}) .starting:not(:lang(${one})) { display: none }\n`).join('');

const fileOf = (language: string, area: string): string =>
  language === 'en' ? `${folder}${area}.ts` : `${folder}${language}/${area}.json`;

/** The texts of a file, as the text of an object. */
function objectOf(language: string, area: string): string {
  const file = fileOf(language, area);
  const text = readFileSync(file, 'utf8');
  if (language !== 'en') return text;
  const [, object] = /^export const \w+ = (\{[\s\S]*?^\}) as const;$/m.exec(text) ?? [];
  if (object === undefined) throw new Error(`${file} is not a file of messages`);
  return object;
}

/** The text of a rules page between its title and its first section, as one line. */
export function leadOf(page: string): string {
  const paragraphs = sectionsOf(page)[0]!.flatMap((token) => (token.type === 'paragraph' ? [(token as Tokens.Paragraph).text] : []));
  return paragraphs.join(' ').replaceAll('\n', ' ');
}

/** Home's words about each game in a language other than English, from the rules pages in that language. */
function leads(language: string): Record<string, string> {
  if (language === 'en') return {};
  const pages = readdirSync(`${rules}${language}`).filter((name) => name !== 'all.md');
  return Object.fromEntries(
    pages.map((name) => [`game.${name.replace('.md', '')}.about`, leadOf(readFileSync(`${rules}${language}/${name}`, 'utf8'))]),
  );
}

const idOf = (language: string, area: string): string => `virtual:texts/${language}/${area}`;

export function catalogs(): Plugin {
  return {
    name: 'quincunx:catalogs',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('virtual:texts/') ? '\0' + id : null),
    load(id) {
      const [, language, own] = /^\0virtual:texts\/(\w+)\/(\w+)$/.exec(id) ?? [];
      if (language && own) {
        this.addWatchFile(fileOf(language, own));
        const more = own === 'common' ? leads(language) : {};
        return `export default {...${JSON.stringify(more)}, ...${objectOf(language, own)}};`;
      }
      const area = id.startsWith(folder) ? /^(\w+)\.ts$/.exec(id.slice(folder.length))?.[1] : undefined;
      if (area === undefined || process.env['VITEST']) return null;
      this.addWatchFile(id);
      const there = languages.filter((one) => existsSync(fileOf(one, area)));
      const files = there.map((one) => `${one}: () => import('${idOf(one, area)}')`);
      return `import { fetched } from '../../ground/i18n.ts';\nexport const t = fetched({ ${files.join(', ')} });`;
    },
  };
}

/** The names of each file of texts in all languages, in their order: English where there is no other. By each name. */
export function textFiles(bundle: Rolldown.OutputBundle): Map<string, string[]> {
  const names = new Map<string, Map<string, string>>();
  for (const one of Object.values(bundle)) {
    const [, language, area] = (one.type === 'chunk' && /^\0virtual:texts\/(\w+)\/(\w+)$/.exec(one.facadeModuleId ?? '')) || [];
    if (!language || !area) continue;
    if (!names.has(area)) names.set(area, new Map());
    names.get(area)!.set(language, one.fileName);
  }
  return new Map(
    [...names.values()].flatMap((there) => {
      const all = languages.map((language) => there.get(language) ?? there.get('en')!);
      return [...there.values()].map((name): [string, string[]] => [name, all]);
    }),
  );
}
