import { t as words } from '../words/texts/pages.ts';
import { describe, expect, it } from 'vitest';
import { contrast, difference, type Vision } from '../testing/color.ts';
import { inks } from './face-colors.ts';
import { backs, palettes, tables, type Contrast, type Scheme } from './themes.ts';

const schemes: Scheme[] = ['light', 'dark'];
const contrasts: Contrast[] = ['normal', 'high'];
const pages = schemes.flatMap((scheme) => contrasts.map((level) => ({ scheme, level, palette: palettes[scheme][level] })));

describe.each(pages)('$scheme page, $level contrast', ({ level, palette }) => {
  const grounds = ['background', 'surface', 'raised'] as const;
  const least = level === 'high' ? 7 : 4.5;

  it.each(['text', 'muted', 'accent', 'danger'] as const)('has legible %s', (name) => {
    for (const ground of grounds) expect(contrast(palette[name], palette[ground]), ground).toBeGreaterThanOrEqual(least);
  });

  it('has legible text on buttons', () => {
    expect(contrast(palette.accentText, palette.accent)).toBeGreaterThanOrEqual(least);
    expect(contrast(palette.dangerText, palette.danger)).toBeGreaterThanOrEqual(least);
  });

  it('has edges and a focus ring that can be seen', () => {
    for (const ground of grounds) {
      expect(contrast(palette.border, palette[ground]), ground).toBeGreaterThanOrEqual(3);
      expect(contrast(palette.focus, palette[ground]), ground).toBeGreaterThanOrEqual(3);
    }
  });
});

const felts = tables.flatMap(({ id, felts: byScheme, marks }) =>
  (['light', 'dark', 'high'] as const).map((scheme) => ({ name: id, scheme, felt: byScheme[scheme], marks })),
);

describe.each(felts)('$name table, $scheme', ({ scheme, felt, marks }) => {
  const grounds = Object.values({ ...felt });

  it('has legible text and marks', () => {
    const least = scheme === 'high' ? 7 : 4.5;
    for (const ground of grounds) {
      expect(contrast(marks.text, ground)).toBeGreaterThanOrEqual(least);
      expect(contrast(marks.mark, ground)).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(['target', 'hint', 'focus'] as const)('shows the %s ring on the felt, and by its edge lines on cards', (name) => {
    for (const ground of grounds) expect(contrast(marks[name], ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(marks[name], marks.edge)).toBeGreaterThanOrEqual(4.5);
    for (const paper of [inks.light['two-color'].paper, inks.dark['two-color'].paper]) {
      const best = Math.max(contrast(marks[name], paper), contrast(marks.edge, paper));
      expect(best, paper).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each<Vision>(['normal', 'protanopia', 'deuteranopia', 'tritanopia'])('keeps target, hint and focus apart with %s', (vision) => {
    expect(difference(marks.target, marks.hint, vision)).toBeGreaterThanOrEqual(20);
    expect(difference(marks.target, marks.focus, vision)).toBeGreaterThanOrEqual(20);
    expect(difference(marks.hint, marks.focus, vision)).toBeGreaterThanOrEqual(20);
  });
});

it('offers at least four table colors and four backs, each with its own name', () => {
  for (const list of [tables.map(({ id }) => id), backs]) {
    expect(list.length).toBeGreaterThanOrEqual(4);
    expect(new Set(list.map((id) => words(`option.${id}`))).size).toBe(list.length);
  }
});
