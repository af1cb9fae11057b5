/** The texts themselves: all of them are used, and every code of the engine has one. eslint looks for others. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pseudo, translator } from '../ground/i18n.ts';
import { Engine } from '../testing/engine.ts';
import { usedKeys } from '../testing/keys.ts';
import { choices } from '../store/settings.svelte.ts';
import { actions } from '../table/keys.ts';
import { looks } from '../theme/looks.ts';
import type { GameInfo } from '../engine/contract.ts';
import { bases, fieldWords, hintWords, refusalWords } from '../play/replies.ts';
import { reasonWords } from '../play/files.ts';
import { playerWord, steps } from '../service/words.ts';
import { lostWords } from '../puzzles/words.ts';
import { ruleWords } from './rules.ts';
import { flawWords } from './setup.ts';

/** All texts, by their files. */
const modules: Record<string, Record<string, unknown>> = import.meta.glob('./texts/*.ts', { eager: true });
const catalogs = Object.fromEntries(
  Object.entries(modules).map(([file, texts]) => {
    const name = /(\w+)\.ts$/.exec(file)![1]!;
    return [name, texts[name]];
  }),
) as Record<'files' | 'puzzles' | 'replies' | 'rules' | 'service' | 'setup' | 'table', Record<string, string>>;
const { files, puzzles, replies, rules, service, setup, table } = catalogs;
const sources: Record<string, string> = import.meta.glob(
  ['../**/*.ts', '../**/*.svelte', '!../**/*.test.ts', '!../testing/**', '!./texts/*.ts'],
  { query: '?raw', import: 'default', eager: true },
);
const engine: Record<string, string> = import.meta.glob(
  [
    '../../../fair/fair_advisor.cpp',
    '../../../session/player/refusal.cpp',
    '../../../session/player/{rule_of_thumb,hint}.hpp',
    '../../../wire/table/command_field.cpp',
    '../../../wire/table/position_check.cpp',
    '../../../engine/notation.cpp',
    '../../../session/{record,session,game,rules_text}.cpp',
    '../../../engine/facts.hpp',
    '../../../stats/games_file.cpp',
    '../../../wire/games_json.cpp',
    '../../../docs/{notation,games-file}.md',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const engineText = (name: string): string => Object.entries(engine).find(([file]) => file.endsWith(name))![1];

/** The part after a prefix in the keys of texts. */
const after = (prefix: string, ...catalogs: Record<string, string>[]): string[] => [
  ...new Set(catalogs.flatMap(Object.keys).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length).split('_')[0]!] : []))),
];
/** The codes of the engine for which there are texts, and those that are answered otherwise. */
const flawCodes = after('flaw.', setup);
const reasonCodes = after('file.', files).filter((code) => !/^(word|result\..*)$/.test(code));
const ruleCodes = after('rule.', rules).filter((code) => !/^(word|kind\..*)$/.test(code));
const refusalCodes = after('refusal.', replies, table).filter((code) => !/^(needs|no-route-foundation)$/.test(code));
const hintCodes = after('hint.', replies).filter((code) => !/^(none|spaces|then|deal)$/.test(code));
const fieldCodes = [
  ...after('field.', replies, table).filter((code) => !/^(place.*|pile-empty|no-card-way.*|no-way-to)$/.test(code)),
  ...['state', 'moved', 'hint', 'no-hint', 'refused'],
];
const puzzleCodes = after('why.', puzzles);
const coded: [prefix: string, codes: string[]][] = [
  ['setup flaw', flawCodes],
  ['files file', reasonCodes],
  ['rules rule', ruleCodes],
  ['replies refusal', [...refusalCodes, 'needs', 'no-route-foundation']],
  ['replies hint', [...hintCodes, 'deal', 'choice-1', 'choice-2']],
  ['replies field', fieldCodes],
  ['service name', after('name.', service)],
  ['puzzles why', puzzleCodes],
];

describe('messages', () => {
  // Every source is parsed, which takes seconds on a busy machine.
  it('are all used as keys', () => {
    const { keys, unclear } = usedKeys(sources);
    const look = ['`option.${option}`', '`settings.${name}`'].map((key) => `../pages/LooksForm.svelte: ${key}`);
    const others = ['../table/Keys.svelte: `keys.${action}`', '../service/words.ts: `results.${step}`'];
    expect(unclear.sort()).toEqual([...look, ...others].sort());
    const options = [
      ...actions.map((action) => `extras keys.${action}`),
      ...steps.map((step) => `service results.${step}`),
      ...Object.values(looks).flatMap((all) => all.map((one) => `pages option.${one}`)),
      ...Object.keys(looks).map((name) => `pages settings.${name}`),
      // They are lists in the settings.
      ...(['tap', 'automatic', 'help', 'animation', 'sound'] as const).flatMap((name) =>
        choices[name].map((one) => `pages settings.${name}.${one}`),
      ),
    ];
    const there = Object.entries(catalogs).flatMap(([file, texts]) => Object.keys(texts).map((key) => `${file} ${key.split('_')[0]}`));
    // The next tests compare the codes with those of the engine.
    const codes = coded.flatMap(([prefix, all]) => all.map((code) => `${prefix}.${code}`)).filter((key) => there.includes(key));
    expect([...new Set(there)].sort()).toEqual([...new Set([...keys, ...options, ...codes])].sort());
  });

  it('count as used only where they are asked for as keys', () => {
    const used = (code: string) =>
      usedKeys({ './x.svelte': `<script lang="ts">import { t as say } from './words/texts/table.ts';\n${code}` });
    const say = "const a = 'bar.home'; tell('bar.undo'); other(`bar.redo`);</script>{'bar.hint'}{say('bar.new')}{say.phrase('bar.more')}";
    expect([...used(say).keys]).toEqual(['table bar.new', 'table bar.more']);
    expect([...used("const all = ['new', 'undo'] as const;</script>{#each all as one}{say(`bar.${one}`)}{/each}").keys]).toEqual([
      'table bar.new',
      'table bar.undo',
    ]);
    expect([...used("const all = [['x', 'bar.new']] as const;</script>{#each all as [a, b]}{a}{say(b)}{/each}").keys]).toEqual([
      'table bar.new',
    ]);
    expect([
      ...used(
        "const all = ['new'] as const; const one = all.find((x) => x === y); say(`bar.${one}`); say(up ? 'bar.undo' : 'bar.redo');</script>",
      ).keys,
    ]).toEqual(['table bar.new', 'table bar.undo', 'table bar.redo']);
    expect(used('say(anything);</script>').unclear).toEqual(['./x.svelte: anything']);
  });

  it('have every plural form that English needs', () => {
    for (const texts of Object.values(catalogs)) {
      for (const key of Object.keys(texts)) {
        if (key.endsWith('_one')) expect(texts, key).toHaveProperty([key.replace(/_one$/, '_other')]);
      }
    }
  });

  it('fill in what they are given', () => {
    const t = translator({ a_one: '{{count}} card in {{pile}}', a_other: '{{count}} cards in {{pile}}', b: 'plain' });
    expect(t('a', { count: 1, pile: 'x' })).toBe('1 card in x');
    expect(t('a', { count: 0, pile: 'x' })).toBe('0 cards in x');
    expect(t('b')).toBe('plain');
    // @ts-expect-error a parameter is missing
    t('a', { count: 1 });
    // @ts-expect-error there is no such parameter
    t('b', { pile: 'x' });
    expect(pseudo('Move {{card.dative}}')).toMatch(/^Mövë \{\{card.dative\}\}·+$/);
  });

  it('can be put into a language with cases, genders and other plurals by a file alone', () => {
    const english = {
      nth_1: 'first',
      nth_ordinal_one: '{{count}}st',
      nth_ordinal_other: '{{count}}th',
      pile: 'the {{nth}} pile',
      'pile.waste': 'the waste',
      any: 'a {{rank}}',
      any_8: 'an {{rank}}',
      move: 'from {{from}} to {{to}}',
      needs: 'it needs {{fits}}',
      done_one: 'in {{count}} move',
      done_other: 'in {{count}} moves',
    } as const;
    const german = {
      nth_1: 'erste',
      'nth.bent_1': 'ersten',
      nth: '{{count}}.',
      pile: 'der {{nth}} Stapel',
      'pile.dative': 'dem {{nth.bent}} Stapel',
      'pile.accusative': 'den {{nth.bent}} Stapel',
      'pile.waste': 'der Ablagestapel',
      'pile.waste.dative': 'dem Ablagestapel',
      'pile.waste.accusative': 'den Ablagestapel',
      any: 'eine {{rank}}',
      any_K: 'ein {{rank}}',
      'any.accusative_K': 'einen {{rank}}',
      move: 'von {{from.dative}} auf {{to.accusative}}',
      needs: 'er braucht {{fits.accusative}}',
      done_one: 'in {{count}} Zug',
      done_other: 'in {{count}} Zügen',
    };
    const polish = {
      ...english,
      done_one: '{{count}} ruch',
      done_few: '{{count}} ruchy',
      done_many: '{{count}} ruchów',
      done_other: '{{count}} ruchu',
    };
    const said = (language: string) => {
      const t = translator(english, { de: german, pl: polish }, language);
      const nth = (number: number) => t.phrase('nth', { count: number, ordinal: true, context: String(number) });
      return [
        t('move', { from: t.phrase('pile.waste'), to: t.phrase('pile', { nth: nth(1) }) }),
        t('move', { from: t.phrase('pile', { nth: nth(21) }), to: t.phrase('pile.waste') }),
        t('needs', { fits: t.phrase('any', { rank: language === 'de' ? 'König' : 'king', context: 'K' }) }),
        t('needs', { fits: t.phrase('any', { rank: '8', context: '8' }) }),
        t('done', { count: 22 }),
      ];
    };
    expect(said('en')).toEqual([
      'from the waste to the first pile',
      'from the 21st pile to the waste',
      'it needs a king',
      'it needs an 8',
      'in 22 moves',
    ]);
    expect(said('de')).toEqual([
      'von dem Ablagestapel auf den ersten Stapel',
      'von dem 21. Stapel auf den Ablagestapel',
      'er braucht einen König',
      'er braucht eine 8',
      'in 22 Zügen',
    ]);
    expect(said('pl')[4]).toBe('22 ruchy');
  });
});

describe('the texts of codes', () => {
  const game = { id: 'x', foundations: 8, tableau: 10, reserve: 1, reserveDealt: 0, stockDealsToReserves: false } as GameInfo;
  const parameters: Record<string, string> = {
    ...{ card: '7H', on: '8S', from: 'T1', to: 'T2', pile: 'T3', rank: 'K', count: '2', limit: '3', text: 'a', line: 'b', places: 'W:0' },
    ...{ moves: 'T1>T2 T1>T3', words: 'c d', version: '3', said: 'won', result: 'won', number: '4', move: 'draw', found: '1' },
  };
  const says: Record<string, (code: string, given: Record<string, string>) => string> = {
    flaw: (code, given) => flawWords(game, { code, parameters: given, text: '', line: 0, column: 0, later: false }).seen,
    file: (code, given) =>
      reasonWords([game], {
        code,
        parameters: { ...given, from: '1', to: '2', reason: code === 'refused-move' ? 'same-pile' : 'bad-id' },
        message: '',
      }),
    rule: (code, given) => ruleWords({ code, parameters: { ...given, id: 'own-x' }, line: 1, column: 2 })!,
    name: (code) => playerWord(code),
    refusal: (code, given) => refusalWords(game, { code, parameters: given, text: '' }).seen,
    hint: (code, given) => hintWords(game, { code, parameters: given, text: '', move: '' }).seen,
    why: (code, given) =>
      lostWords(game, { code, parameters: { ...given, needed: '6D' }, text: '' }).seen.replace(
        /^This can no longer be won(?:\.|: (.*)) Try again, or play on and see for yourself\.$/,
        '$1',
      ),
    field: (code, given) =>
      fieldWords(game, { piles: [] } as never, { kind: 'answer', code, parameters: given, text: '', choices: [] } as never, '', '').seen,
  };
  const texts: Record<string, string> = { ...table, ...setup, ...files, ...puzzles, ...replies, ...rules, ...service };

  it('say of a game that is not listed that its rules are missing', async () => {
    const record = readFileSync(new URL('../../../fuzz/corpus/record/own-rules', import.meta.url), 'utf8');
    const answer = (await Engine.load()).ask(`load\n${record}`);
    expect(answer.ok ? '' : reasonWords([game], answer.error)).toBe(setup['own-rules']);
  });

  it.each(coded)('of %s get all that they name', (prefix, codes) => {
    const kind = prefix.split(' ')[1]!;
    // These are asked for with other codes; the rest are made of several texts.
    const other = /^(needs|no-route-foundation|deal|choice.*|pile|no-way|state|moved|hint|no-hint|refused)$/;
    for (const code of codes.filter((one) => !other.test(one))) {
      const text = texts[`${kind}.${code}`] ?? texts[`${kind}.${code}_other`]!;
      const form = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{[\w.-]+\}\}/g, '(?:[^{} ][^{}]*)');
      expect(says[kind]!(code, parameters), code).toMatch(new RegExp(`^${form}$`, 'iu'));
    }
  });

  it('say a refusal, a hint and an answer in several ways', () => {
    expect(says['refusal']!('wrong-rank', { ...parameters, fits: '8S 8C' })).toBe('7♥ can’t go on 8♠: it needs a black 8.');
    expect(says['refusal']!('no-route', { from: 'F1', to: 'T1' })).toBe('Cards on a foundation stay there.');
    expect(says['hint']!('choice', { increment: '2', count: '1' })).toBe('Building by twos lets you play 1 card right away.');
    expect(says['hint']!('choice', { increment: '3', count: '2' })).toBe('Building in steps of 3 lets you play 2 cards right away.');
    expect(says['hint']!('draw', {})).toBe('Draw a card.');
    expect(says['field']!('no-way', { from: 'T1', to: 'F' })).toBe('No move from the first pile to a foundation right now.');
    expect(says['field']!('pile', { pile: 'T1' })).toBe('The first pile is empty.');
    for (const kind of ['flaw', 'file', 'refusal', 'hint', 'field', 'why']) expect(says[kind]!('new-code', parameters), kind).toBe('');
  });
});

describe('the codes of the engine', () => {
  it('for refusals are those that the page has words for', () => {
    const codes = [...engineText('refusal.cpp').matchAll(/\{Refusal::\w+,\s*"([a-z-]+)"/g)].map(([, found]) => found!);
    expect(codes.length).toBeGreaterThan(25);
    expect([...codes].sort()).toEqual([...refusalCodes].sort());
  });

  it('for hints are those that the page has words for', () => {
    const text = engineText('rule_of_thumb.hpp') + engineText('/hint.hpp');
    const codes = new Set(
      [...text.matchAll(/"(choice)"|no_gain = "([a-z-]+)"|\{\d+,\s*"([a-z-]+)"|\{[^{};]*?"([a-z-]+)",\s*"/g)].map(([, ...found]) =>
        found.find(Boolean)!,
      ),
    );
    expect([...codes].sort()).toEqual([...hintCodes].sort());
  });

  it('for how sure advice is are those that the page knows', () => {
    const text = engineText('fair_advisor.cpp');
    const codes = new Set(
      [...text.slice(text.indexOf('to_text(Basis basis)'), text.indexOf('sureness')).matchAll(/return "([a-z-]+)"/g)].map(
        ([, found]) => found!,
      ),
    );
    expect([...codes].sort()).toEqual([...bases].sort());
  });

  it('for typed commands are those that the page has words for', () => {
    const codes = new Set(
      [...engineText('command_field.cpp').matchAll(/"(?:moved|answer|choices|refused|unclear)",\s*"([a-z-]+)"/g)].map(
        ([, found]) => found!,
      ),
    );
    expect([...codes].sort()).toEqual([...fieldCodes].sort());
  });

  it('for positions that are set up are those that the page has words for', () => {
    const notation = engineText('notation.cpp');
    const game = engineText('/game.cpp');
    const refs = game.slice(game.indexOf(' read_game_ref('), game.indexOf(' deal_game('));
    const code = notation.slice(notation.indexOf('// --- Positions')) + refs + engineText('position_check.cpp');
    const hyphened = [...code.matchAll(/"([a-z]+(?:-[a-z]+)+)"/g)].map(([, found]) => found!);
    expect(hyphened.length).toBeGreaterThan(25);
    expect([...new Set([...hyphened, 'cards'])].sort()).toEqual([...flawCodes].sort());
    expect(notation).toContain('"cards",');
  });

  it('for rules are those that the page has words for', () => {
    const facts = engineText('/facts.hpp').replace(/^[^]*?wrong_with_group/, '');
    const reader = engineText('/rules_text.cpp');
    const codes = [
      ...facts.matchAll(/(?:wrong\(\s*|Reason\{|: )"[^"]*",\s*"([a-z-]+)"/g),
      ...reader.matchAll(/\b(?:fail|refused)\((?:\w+,|"\w+",)?\s*"([a-z-]+)"/g),
      ...reader.matchAll(/\btext_error\([^";]*"([a-z-]+)"/g),
    ].map(([, code]) => code!);
    expect([...new Set(codes)].sort()).toEqual([...ruleCodes].sort());
  });

  it('for what can’t be read are those that the page has words for, mean one thing each, and are in the documents', () => {
    const said = new Map<string, Set<string>>();
    for (const name of ['/notation.cpp', '/record.cpp', '/session.cpp', '/game.cpp', '/games_file.cpp', '/games_json.cpp']) {
      // A code is followed by its English text, except where that has been put together before.
      const calls = /"([a-z]+(?:-[a-z0-9]+)+|cards)"(?:,\s+[^",;]*"((?:\\.|[^"\\])*)"|,\s+std::move\(parameters\)| : |(?<= : "[a-z-]+");)/g;
      for (const [, code, text = ''] of engineText(name).matchAll(calls))
        said.set(code!, (said.get(code!) ?? new Set()).add(text.replace(/^(the game has no) .*|(a second) .*/, '$1$2')));
    }
    const known = new Set<string>([...reasonCodes, ...flawCodes]);
    expect([...said.keys()].filter((code) => !known.has(code))).toEqual([]);
    expect(reasonCodes.filter((code) => !said.has(code))).toEqual([]);
    expect(reasonCodes.filter((code) => (flawCodes as readonly string[]).includes(code))).toEqual([]);
    expect([...said].filter(([code, texts]) => texts.size > 1 && !/^(line-expected|line-missing)$/.test(code))).toEqual([]);
    const documents = engineText('/notation.md') + engineText('/games-file.md');
    const tables = [...documents.matchAll(/^\| code \| parameters \|.*\n\| --- .*\n((?:\|.*\n)+)/gm)].map(([, rows]) => rows!).join('');
    const listed = new Set(
      [...tables.matchAll(/^\| ((?:`[a-z0-9-]+`(?:, )?)+) \|/gm)].flatMap(([, codes]) => codes!.match(/[a-z0-9-]+/g)!),
    );
    expect(reasonCodes.filter((code) => !listed.has(code))).toEqual([]);
    expect([...listed].filter((code) => !known.has(code) && !puzzleCodes.includes(code))).toEqual([]);
  });
});
