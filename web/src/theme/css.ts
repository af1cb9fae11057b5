import { inks } from './face-colors.ts';
import { cardEdges, palettes, strongCardEdges, tables, type Felt, type Palette, type TableColor } from './themes.ts';

/** Every color of `themes.ts` as a custom property: the style sheet that `vite/theme.ts` adds to the page. */
export function themeCss(): string {
  const rule = (selector: string, declarations: string[]) => `${selector} {\n${declarations.map((line) => `  ${line};\n`).join('')}}\n`;
  const properties = (colors: object, prefix = '') =>
    Object.entries(colors).map(([name, color]) => `--${prefix}${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}: ${color}`);
  const palette = (colors: Palette, scheme: string) => [`color-scheme: ${scheme}`, ...properties(colors)];
  const felt = (colors: Felt) => properties({ table: colors.felt, tableLit: colors.lit, tableShaded: colors.shaded });

  const dark = ':root[data-scheme="dark"]';
  const high = ':root[data-contrast="high"]';
  const media = (query: string, ...rules: string[]) => `@media ${query} {\n${rules.join('').replace(/^(?=.)/gm, '  ')}}\n`;
  const systemDark = (rules: string) => media('screen and (prefers-color-scheme: dark)', rules);
  // On paper, every page is dark on white.
  const onScreen = (...rules: string[]) => media('screen', ...rules);
  const beforeScript = ':root:not([data-scheme])';

  const table = ({ id, felts, marks }: TableColor, first: boolean) => {
    const own = `[data-table="${id}"]`;
    const selector = first ? `:root, :root${own}` : `:root${own}`;
    return [
      rule(selector, [...felt(felts.light), ...properties(marks, 'table-')]),
      rule(`${dark}${own}`, felt(felts.dark)),
      rule(`${high}${own}`, felt(felts.high)),
    ].join('');
  };

  return [
    rule(':root', palette(palettes.light.normal, 'light')),
    // Until the script has set the scheme, the system's is shown.
    systemDark(rule(beforeScript, palette(palettes.dark.normal, 'dark'))),
    onScreen(
      rule(dark, palette(palettes.dark.normal, 'dark')),
      rule(high, palette(palettes.light.high, 'light')),
      rule(`${dark}[data-contrast="high"]`, palette(palettes.dark.high, 'dark')),
    ),
    ...tables.map((color, i) => table(color, i === 0)),
    systemDark(rule(beforeScript, felt(tables[0]!.felts.dark))),
    rule(':root', [`--card-paper: ${inks.light['two-color'].paper}`, `--card-edge: ${cardEdges.light}`]),
    rule(high, [`--card-edge: ${strongCardEdges.light}`]),
    rule(':root[data-paper="dark"]', [`--card-paper: ${inks.dark['two-color'].paper}`, `--card-edge: ${cardEdges.dark}`]),
    rule(`${high}[data-paper="dark"]`, [`--card-edge: ${strongCardEdges.dark}`]),
    rule(':root', [
      '--table-image: radial-gradient(ellipse at 50% 35%, var(--table-lit), var(--table) 55%, var(--table-shaded))',
      // Each ring lies between two thin lines of the opposite lightness, so that it shows on felt and on cards.
      ...['target', 'hint', 'focus'].map(
        (name) => `--ring-${name}: 0 0 0 1px var(--table-edge), 0 0 0 4px var(--table-${name}), 0 0 0 5px var(--table-edge)`,
      ),
    ]),
  ].join('\n');
}
