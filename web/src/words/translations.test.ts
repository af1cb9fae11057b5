/** Translations of the texts: nothing is missing or left over, and every text says what the English one says. */
import { describe, expect, it } from 'vitest';
import type { GameInfo } from '../engine/contract.ts';
import { Engine } from '../testing/engine.ts';
import { languages } from '../store/settings.svelte.ts';

const others = Object.keys(languages).filter((one) => one !== 'en');
type Texts = Record<string, string>;
const english: Record<string, Record<string, unknown>> = import.meta.glob('./texts/*.ts', { eager: true });
const translated: Record<string, Texts> = import.meta.glob('./texts/*/*.json', { eager: true, import: 'default' });
const rules: Record<string, string> = import.meta.glob('../../../docs/rules/**/*.md', { query: '?raw', import: 'default', eager: true });

const areas = Object.keys(english).map((file) => /(\w+)\.ts$/.exec(file)![1]!);
const textsOf = (language: string, area: string): Texts =>
  language === 'en' ? (english[`./texts/${area}.ts`]![area] as Texts) : (translated[`./texts/${language}/${area}.json`] ?? {});

/** "pile.waste" of "pile.waste_one": the key that is asked for, and the form in which a phrase is asked for. */
const plain = (key: string): string => key.split('_')[0]!;
/** The part after it: a plural category, or a value of `context`. */
const ending = (key: string): string => key.slice(plain(key).length);
const named = (text: string): string[] => [...text.matchAll(/\{\{(\w+)(?:\.[\w-]+)?\}\}/g)].map(([, name]) => name!);
const formsIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => [...text.matchAll(/\{\{\w+\.([\w-]+)\}\}/g)].map(([, form]) => form!));

/** The English key that a translated one belongs to; null if there is none. */
function keyOf(key: string, there: Set<string>, forms: Set<string>): string | null {
  const base = plain(key);
  if (there.has(base)) return base;
  const [, rest, form] = /^(.*)\.([\w-]+)$/.exec(base) ?? [];
  return rest !== undefined && there.has(rest) && forms.has(form!) ? rest : null;
}

/** Mistakes in a translation of a file. */
function flaws(language: string, from: Texts, to: Texts, forms: Set<string>): string[] {
  const there = new Set(Object.keys(from).map(plain));
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const found: string[] = [];
  for (const key of there) {
    const names = new Set(Object.entries(from).flatMap(([one, text]) => (plain(one) === key ? named(text) : [])));
    const counted = Object.keys(from).some((one) => one === `${key}_other`);
    const own = Object.keys(to).filter((one) => keyOf(one, there, forms) === key);
    if (!own.some((one) => plain(one) === key)) found.push(`${key} is missing`);
    for (const category of counted ? pluralCategories : [])
      if (own.length > 0 && !own.includes(`${key}_${category}`)) found.push(`${key}_${category} is missing`);
    for (const one of own) {
      // A form for one value of `context` need not repeat that value: "ein Ass".
      const fixed = /^_([A2-9TJQK]|10|\d)$/.test(ending(one));
      const used = new Set(named(to[one]!));
      for (const name of used) if (!names.has(name)) found.push(`${one}: no parameter {{${name}}}`);
      // “One game” names no number where the English text of that form does not either.
      const needed = from[one] === undefined ? names : new Set(named(from[one]));
      for (const name of needed) if (!used.has(name) && !fixed) found.push(`${one}: {{${name}}} is not used`);
      if (ending(one) !== '' && !fixed && !/^_(ordinal_)?(zero|one|two|few|many|other)$/.test(ending(one)))
        found.push(`${one}: what is “${ending(one)}”?`);
    }
  }
  return [
    ...found,
    ...Object.keys(to)
      .filter((key) => keyOf(key, there, forms) === null)
      .map((key) => `${key} is not used`),
  ];
}

describe('translations', () => {
  it('are there for every language that can be chosen', () => {
    const folders = new Set(Object.keys(translated).map((file) => file.split('/')[2]!));
    expect([...folders].sort()).toEqual(others.sort());
  });

  for (const language of others) {
    const forms = new Set(areas.flatMap((area) => formsIn(textsOf(language, area))));

    it.each(areas)(`have all texts of %s, and no others: ${language}`, (area) => {
      // The name of a game comes from the engine, in English.
      const texts = Object.fromEntries(Object.entries(textsOf(language, area)).filter(([key]) => !key.startsWith('game.')));
      expect(flaws(language, textsOf('en', area), texts, forms)).toEqual([]);
    });

    it(`name and describe every game: ${language}`, async () => {
      const games: GameInfo[] = (await Engine.load()).games();
      const wanted = games.flatMap(({ id, variantOf }) => [...(variantOf === '' ? [] : [`game.${id}.name`]), `game.${id}.summary`]);
      expect(
        Object.keys(textsOf(language, 'common'))
          .filter((key) => key.startsWith('game.'))
          .sort(),
      ).toEqual(wanted.sort());
    });

    it(`have every page of the rules, with the same sections, rulings and names: ${language}`, () => {
      const page = (name: string) => rules[`../../../docs/rules/${name}`] ?? '';
      const own = Object.keys(rules).flatMap((file) => /docs\/rules\/([\w-]+\.md)$/.exec(file)?.[1] ?? []);
      expect(own.length).toBeGreaterThan(5);
      for (const name of own) {
        const shape = (text: string) => ({
          sections: text.match(/^#+ /gm),
          points: text.match(/^- /gm)?.length,
          rulings: text.match(/^- \*\*[A-Z]\d+\.\*\*/gm),
          code: [...new Set(text.match(/`[^`]+`/g))].sort(),
        });
        // Which test checks a ruling is said in English only.
        expect(shape(page(`${language}/${name}`)), name).toEqual(shape(page(name).replace(/\s*\(test:[^)]*\)/g, '')));
      }
    });
  }

  it.each([
    ['en', /\bfive\b/i],
    ['de', /fünf/i],
  ])('say nowhere how many games there are: %s', (language, five) => {
    // They count deals of the stock, wins and piles.
    const other = ['carthage.end', 'feat.row', 'feat.row-means', 'nth_5', 'nth.bent_5', 'privacy.lines'];
    const found = areas.flatMap((area) => Object.entries(textsOf(language, area)).filter(([, text]) => five.test(text)));
    expect(found.filter(([key]) => !other.includes(key))).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
  });

  it('in German are set as German is', () => {
    const wrong = areas.flatMap((area) =>
      Object.entries(textsOf('de', area))
        .filter(([, text]) => /["'`]|\.\.\.|[^\u00a0]…|[^\u00a0]%|“[^“”]*”/.test(text.replace(/^…/, '')))
        .map(([key, text]) => `${area} ${key}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a flaw in a translation', () => {
  const from = { a: 'to {{pile}}', b_one: '{{count}} card', b_other: '{{count}} cards', pile: 'the pile' };
  const forms = new Set(['to']);
  const good = { a: '{{pile.to}}', b_one: '{{count}} Karte', b_other: '{{count}} Karten', pile: 'der Stapel', 'pile.to': 'auf den Stapel' };
  it('is found', () => {
    expect(flaws('de', from, good, forms)).toEqual([]);
    expect(flaws('de', from, { ...good, pile: 'der {{nth}} Stapel' }, forms)).toEqual(['pile: no parameter {{nth}}']);
    expect(flaws('de', from, { ...good, a: 'dorthin' }, forms)).toEqual(['a: {{pile}} is not used']);
    expect(flaws('de', from, { ...good, c: 'mehr', 'pile.from': 'vom Stapel' }, forms)).toEqual(['c is not used', 'pile.from is not used']);
    const { b_one: _, pile: __, ...less } = good;
    expect(flaws('de', from, less, forms)).toEqual(['b_one is missing', 'pile is missing']);
    expect(flaws('pl', from, good, forms)).toEqual(['b_few is missing', 'b_many is missing']);
  });
});
