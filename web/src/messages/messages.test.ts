/** The texts themselves: all are used, all that is said stands there, and the engine's codes have theirs. */
import { describe, expect, it } from 'vitest';
import { pseudo, translator } from '../i18n.ts';
import { fieldCodes, hintCodes, refusalCodes } from '../words.ts';
import { common } from './common.ts';
import { pages } from './pages.ts';
import { table } from './table.ts';

const sources: Record<string, string> = import.meta.glob(['../**/*.ts', '../**/*.svelte', '!../**/*.test.ts', '!../testing/**', '!./*.ts'], { query: '?raw', import: 'default', eager: true });
const code = Object.values(sources).join('\n');
const engine: Record<string, string> = import.meta.glob(['../../../session/player/refusal.cpp', '../../../session/player/hint_maker.hpp', '../../../wire/table/command_field.cpp'], { query: '?raw', import: 'default', eager: true });
const engineText = (name: string): string => Object.entries(engine).find(([file]) => file.endsWith(name))![1];

describe('messages', () => {
  it('are all used', () => {
    const unused = [common, table, pages].flatMap((texts) =>
      Object.keys(texts)
        .map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ''))
        .filter((key) => {
          if (code.includes(`'${key}'`)) return false;
          // A key that is put together, as in `hint.${code}` or `faq.${question}.answer`.
          const [start, last] = [key.slice(0, key.indexOf('.') + 1), key.slice(key.lastIndexOf('.') + 1)];
          const middle = key.slice(0, key.lastIndexOf('.') + 1);
          return !(code.includes(`\`${middle}\${`) || (code.includes(`\`${start}\${`) && code.includes(`}.${last}\``)));
        }),
    );
    expect(unused).toEqual([]);
  });

  it('have every plural form that English needs', () => {
    for (const texts of [common, table, pages] as Record<string, string>[]) {
      for (const key of Object.keys(texts)) {
        if (key.endsWith('_one')) expect(texts, key).toHaveProperty([key.replace(/_one$/, '_other')]);
      }
    }
  });

  it('fill in what they are given', () => {
    const t = translator({ 'a_one': '{{count}} card in {{pile}}', 'a_other': '{{count}} cards in {{pile}}', b: 'plain' });
    expect(t('a', { count: 1, pile: 'x' })).toBe('1 card in x');
    expect(t('a', { count: 0, pile: 'x' })).toBe('0 cards in x');
    expect(t('b')).toBe('plain');
    expect(pseudo('Move {{card}}')).toMatch(/^Mövë \{\{card\}\}·+$/);
  });

  it('stand in these files and nowhere else', () => {
    const found: string[] = [];
    for (const [file, text] of Object.entries(sources)) {
      if (/gallery|\/tools\//.test(file)) continue;
      const bare = text.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, '');
      if (file.endsWith('.svelte')) {
        // Texts between tags, without what is computed.
        const markup = bare.replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '\u0000');
        for (const [, words] of markup.matchAll(/>([^<>]*)</g)) if (/[A-Za-z]{2,}/.test(words!)) found.push(`${file}: ${words!.trim()}`);
        for (const [all, , words] of markup.matchAll(/\b(aria-label|aria-valuetext|title|placeholder|alt)="([^"]*)"/g)) if (/[A-Za-z]{2,}/.test(words!)) found.push(`${file}: ${all}`);
      }
      for (const [all] of text.matchAll(/\b(tell|announce|notify)\(\s*['"`][^'"`]*[A-Za-z]{2,}[^)]*/g)) found.push(`${file}: ${all}`);
    }
    // The name of the project is the same in all languages.
    expect(found.filter((one) => !/: (title="Quincunx"|.?\s*·? ?Quincunx)$/.test(one))).toEqual([]);
  });
});

describe('the codes of the engine', () => {
  it('for refusals are those that the page has words for', () => {
    const codes = [...engineText('refusal.cpp').matchAll(/\{Refusal::\w+,\s*"([a-z-]+)"/g)].map(([, found]) => found!);
    expect(codes.length).toBeGreaterThan(25);
    expect([...codes].sort()).toEqual([...refusalCodes].sort());
  });

  it('for hints are those that the page has words for', () => {
    const text = engineText('hint_maker.hpp');
    const codes = new Set([...text.matchAll(/"(choice)"|\{[^{};]*?"([a-z-]+)",\s*"/g)].map(([, choice, other]) => choice ?? other!));
    expect([...codes].sort()).toEqual([...hintCodes].sort());
  });

  it('for typed commands are those that the page has words for', () => {
    const codes = new Set([...engineText('command_field.cpp').matchAll(/"(?:moved|answer|choices|refused|unclear)",\s*"([a-z-]+)"/g)].map(([, found]) => found!));
    expect([...codes].sort()).toEqual([...fieldCodes].sort());
  });
});
