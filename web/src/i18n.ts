/**
 * The page's texts in the player's language. Files in `messages/` hold them, in the format of i18next's JSON (version
 * 4), which translation tools know: `{{name}}` stands for a parameter, and a text that depends on a number has one form
 * for each plural category of the language, `key_one`, `key_other` and so on, chosen by the parameter `count`.
 * docs/decisions/messages.md says why the browser's own Intl.PluralRules is used instead of a library.
 */
import { readLocal } from './local.ts';

type Catalog = Readonly<Record<string, string>>;
type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Base<Key extends string> = Key extends `${infer Start}_${Plural}` ? Start : Key;
/** What may be asked for: each key, without its plural category. */
export type Key<Texts extends Catalog> = Base<keyof Texts & string>;

type Names<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never;
type TextOf<Texts extends Catalog, K extends string> = K extends keyof Texts ? Texts[K] : `${K}_other` extends keyof Texts ? Texts[`${K}_other`] | '{{count}}' : never;
/** The parameters that a text needs: a missing or misspelt one does not compile. */
type Parameters<Texts extends Catalog, K extends string> = Record<Names<TextOf<Texts, K>>, string | number>;
type Arguments<Texts extends Catalog, K extends string> = [Names<TextOf<Texts, K>>] extends [never] ? [] : [Parameters<Texts, K>];

type Translate<Texts extends Catalog> = <K extends Key<Texts>>(key: K, ...parameters: Arguments<Texts, K>) => string;

/** "en", or "pseudo": English made longer and with accents, which shows what is not translated or has no room. */
const language: string = readLocal('quincunx-language') === 'pseudo' ? 'pseudo' : 'en';
export const locale = 'en';
const plurals = new Intl.PluralRules(locale);

const accents: Record<string, string> = { a: 'á', e: 'ë', i: 'î', o: 'ö', u: 'ü', A: 'Å', E: 'É', O: 'Ø', c: 'ç', n: 'ñ' };

/** "Undo" to "Üñdö··": 40 % longer, parameters as they are. */
export function pseudo(text: string): string {
  const letters = text.replace(/\{\{\w+\}\}/g, '').length;
  const accented = text.replace(/\{\{\w+\}\}|[aeiouAEOcn]/g, (found) => accents[found] ?? found);
  return accented + '·'.repeat(Math.ceil(letters * 0.4));
}

/** Returns the function that looks up the texts of one file of messages. */
export function translator<const Texts extends Catalog>(texts: Texts): Translate<Texts> {
  return (key, ...[parameters]) => {
    const given = (parameters ?? {}) as Record<string, string | number>;
    const count = given['count'];
    const form = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key;
    const found: string | undefined = texts[form] ?? texts[`${key}_other`] ?? texts[key];
    if (found === undefined) throw new Error(`no text for ${key}`);
    const text = language === 'pseudo' ? pseudo(found) : found;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(given[name] ?? ''));
  };
}
