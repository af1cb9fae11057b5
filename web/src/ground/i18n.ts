/**
 * The page's texts in the player's language. Files in `texts/` hold them, in the format of i18next's JSON (version
 * 4), which translation tools know: `{{name}}` stands for a parameter, and a text may have several forms, of which the
 * first that exists is taken:
 *
 * - `key_8`: for one value of the parameter `context`, "an 8" beside "a 7"
 * - `key_ordinal_one`: with `ordinal`, by the category of the ordinal number `count`, "21st"
 * - `key_one`, `key_other`: by the plural category of the number `count`
 * - `key`
 *
 * A parameter may be a phrase, such as a pile's name, for which a sentence can ask in a form: `{{pile.dative}}` takes
 * `pile.waste.dative` if the language has that text, or else `pile.waste`. Which forms there are is up to the file of a
 * language; no code names them. docs/decisions/messages.md says why the browser's own Intl.PluralRules is used instead
 * of a library.
 */
import { readLocal } from './local.ts';

type Catalog = Readonly<Record<string, string>>;
type Base<Key extends string> = Key extends `${infer Start}_${string}` ? Start : Key;
/** The keys that may be asked for: each, without what is after an underscore. */
type Key<Texts extends Catalog> = Base<keyof Texts & string>;

type Name<Text extends string> = Text extends `${infer Start}.${string}` ? Start : Text;
type Names<Text extends string> = Text extends `${string}{{${infer Found}}}${infer Rest}` ? Name<Found> | Names<Rest> : never;
type TextOf<Texts extends Catalog, K extends string> = K extends keyof Texts
  ? Texts[K]
  : `${K}_other` extends keyof Texts
    ? Texts[`${K}_other`] | '{{count}}'
    : `${K}_ordinal_other` extends keyof Texts
      ? Texts[`${K}_ordinal_other`] | '{{count}}'
      : never;

/** A text that other texts contain, in the form that they ask for. */
export type Phrase = (form?: string) => string;
type Value = string | number | Phrase;
/** The parameters that a text needs: a missing or misspelt one does not compile. */
type Parameters<Texts extends Catalog, K extends string> = Record<Names<TextOf<Texts, K>>, Value> & { context?: string; ordinal?: true };
type Arguments<Texts extends Catalog, K extends string> = [Names<TextOf<Texts, K>>] extends [never] ? [] : [Parameters<Texts, K>];

interface Translate<Texts extends Catalog> {
  <K extends Key<Texts>>(key: K, ...parameters: Arguments<Texts, K>): string;
  phrase: <K extends Key<Texts>>(key: K, ...parameters: Arguments<Texts, K>) => Phrase;
  /** A text that only other languages have, because in English it comes from elsewhere. */
  own: (key: string, english: string) => string;
  /** The text of a code of the engine, which takes of the parameters what it needs; null if there is none. */
  coded: (key: string, parameters: Readonly<Record<string, Value>>) => string | null;
}

/** The language of the page, which start.js has chosen: its texts, and its rules for plurals, numbers and dates. */
export const locale: string = globalThis.document?.documentElement.lang || 'en';
/** For tests, the texts are made longer and get accents, which shows what is not translated or has no room. */
const stretched: boolean = readLocal('quincunx-language') === 'pseudo';

const accents: Record<string, string> = { a: 'á', e: 'ë', i: 'î', o: 'ö', u: 'ü', A: 'Å', E: 'É', O: 'Ø', c: 'ç', n: 'ñ' };

/** "Undo" to "Üñdö··": 40 % longer, parameters as they are. */
export function pseudo(text: string): string {
  const letters = text.replace(/\{\{[\w.-]+\}\}/g, '').length;
  const accented = text.replace(/\{\{[\w.-]+\}\}|[aeiouAEOcn]/g, (found) => accents[found] ?? found);
  return accented + '·'.repeat(Math.ceil(letters * 0.4));
}

const rules = new Map<string, unknown>();
/**
 * The browser's rules for something in a language. They are made when they are first needed and kept, since making them
 * takes longer than anything that is done with them: 6 ms on a slow phone.
 */
function kept<T>(name: string, make: () => T): T {
  if (!rules.has(name)) rules.set(name, make());
  return rules.get(name) as T;
}
const pluralsOf = (language: string, type: 'cardinal' | 'ordinal') =>
  kept(`${type} ${language}`, () => new Intl.PluralRules(language, { type }));
/** Up to 999 all languages that there are write the same digits; the browser's rules for the others take long to make. */
const numberIn = (language: string, value: number, digits = 3): string =>
  Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : kept(`numbers ${digits} ${language}`, () => new Intl.NumberFormat(language, { maximumFractionDigits: digits })).format(value);
/** A number as the page's language writes it, with that many digits of a fraction at most. */
export const numberText = (value: number, digits = 0): string => numberIn(locale, value, digits);

/** Returns the function that looks up the texts of one file of messages, in the rules of a language. */
function lookingUp<Texts extends Catalog>(texts: () => Catalog, language: string): Translate<Texts> {
  function lookUp(key: string, { context, count, ordinal }: Record<string, unknown>, form: string): string | undefined {
    if (form === '' && context === undefined && count === undefined) {
      const plain = texts()[key];
      if (plain !== undefined) return plain;
    }
    const endings = [
      ...(typeof context === 'string' ? [`_${context}`] : []),
      ...(typeof count !== 'number'
        ? []
        : ordinal
          ? [`_ordinal_${pluralsOf(language, 'ordinal').select(count)}`, '_ordinal_other']
          : [`_${pluralsOf(language, 'cardinal').select(count)}`, '_other']),
      '',
    ];
    const keys = form === '' ? [key] : [`${key}.${form}`, key];
    const found = keys.flatMap((one) => endings.map((ending) => one + ending)).find((one) => one in texts());
    return found && texts()[found];
  }

  const phrase =
    (key: string, given: Readonly<Record<string, unknown>> = {}): Phrase =>
    (form = '') => {
      const found = lookUp(key, given, form);
      if (found === undefined) throw new Error(`no text for ${key}`);
      return (stretched ? pseudo(found) : found).replace(/\{\{([\w-]+)(?:\.([\w-]+))?\}\}/g, (_, name: string, wanted?: string) => {
        const value = given[name];
        return typeof value === 'function'
          ? (value as Phrase)(wanted)
          : typeof value === 'number'
            ? numberIn(language, value)
            : typeof value === 'string'
              ? value
              : '';
      });
    };
  const translate = (key: string, given?: Readonly<Record<string, unknown>>): string => phrase(key, given)();
  const own = (key: string, english: string): string => texts()[key] ?? english;
  const coded = (key: string, given: Readonly<Record<string, Value>>): string | null =>
    lookUp(key, given, '') === undefined ? null : translate(key, given);
  return Object.assign(translate, { phrase, own, coded });
}

/**
 * Returns the function that looks up the texts of one file of messages. `translations`: that file in other languages.
 * The built page contains no such call: vite/catalogs.ts puts one of `fetched` in its place.
 */
export function translator<const Texts extends Catalog>(
  english: Texts,
  translations: Readonly<Record<string, Catalog>> = {},
  to = 'en',
): Translate<Texts> {
  const language = to in translations ? to : 'en';
  const texts = translations[language] ?? english;
  return lookingUp(() => texts, language);
}

/** Ways to fetch texts that are not there yet. */
const missing = new Set<() => Promise<void>>();

/**
 * Like `translator`, with texts that are fetched in the page's language, and only in that one.
 *
 * @public vite/catalogs.ts writes the calls
 */
export function fetched(files: Readonly<Record<string, () => Promise<{ default: Catalog }>>>): Translate<Catalog> {
  const language = locale in files ? locale : 'en';
  let texts: Catalog = {};
  const get = async () => {
    ({ default: texts } = await files[language]!());
    missing.delete(get);
  };
  missing.add(get);
  get().catch(() => {}); // whoever needs them asks again
  return lookingUp(() => texts, language);
}

/** The texts of all parts of the page that have been loaded. Before that, a part must not be used. */
export async function textsThere(): Promise<void> {
  await Promise.all([...missing].map((get) => get()));
}
