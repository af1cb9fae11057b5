/**
 * Every color of the page. The style sheet is made from these values while building, so that what the tests compute is
 * what is shown. Faces of cards have their own colors in `face-colors.ts`.
 */
export type Scheme = 'light' | 'dark';
export type Contrast = 'normal' | 'high';

/** Colors of menus, pages and dialogs; the CSS property of `accentText` is `--accent-text`. */
export interface Palette {
  background: string;
  /** cards, menus, dialogs on the background */
  surface: string;
  /** fields and hovered rows on a surface */
  raised: string;
  text: string;
  muted: string;
  /** edges of fields and buttons */
  border: string;
  /** lines that only separate things and carry no meaning */
  line: string;
  /** links, chosen things, main buttons */
  accent: string;
  accentText: string;
  danger: string;
  dangerText: string;
  focus: string;
}

export const palettes: Record<Scheme, Record<Contrast, Palette>> = {
  light: {
    normal: {
      background: '#f3f1ea',
      surface: '#ffffff',
      raised: '#f8f6f0',
      text: '#1c2421',
      muted: '#56605b',
      border: '#7d8781',
      line: '#dcd8cc',
      accent: '#14663f',
      accentText: '#ffffff',
      danger: '#b3261e',
      dangerText: '#ffffff',
      focus: '#0b57d0',
    },
    high: {
      background: '#ffffff',
      surface: '#ffffff',
      raised: '#f2f2f2',
      text: '#000000',
      muted: '#2b2b2b',
      border: '#000000',
      line: '#000000',
      accent: '#00406b',
      accentText: '#ffffff',
      danger: '#8c0009',
      dangerText: '#ffffff',
      focus: '#0038b8',
    },
  },
  dark: {
    normal: {
      background: '#121817',
      surface: '#1b2322',
      raised: '#25302e',
      text: '#e7ece9',
      muted: '#a3afa9',
      border: '#7c8a84',
      line: '#33403c',
      accent: '#6bd6a0',
      accentText: '#06291a',
      danger: '#ff8f85',
      dangerText: '#3b0603',
      focus: '#8ab4ff',
    },
    high: {
      background: '#000000',
      surface: '#000000',
      raised: '#161616',
      text: '#ffffff',
      muted: '#dadada',
      border: '#ffffff',
      line: '#ffffff',
      accent: '#ffe14d',
      accentText: '#000000',
      danger: '#ff9c94',
      dangerText: '#000000',
      focus: '#6ae3ff',
    },
  },
};

/** Colors of the table under the cards. */
export interface Felt {
  /** most of the table; `lit` is its middle, `shaded` its edge */
  felt: string;
  lit: string;
  shaded: string;
}

interface TableMarks {
  /** text and controls on the table */
  text: string;
  /** outlines and labels of empty places */
  mark: string;
  /** rings: where a held card may go, what a hint shows, what the keyboard is on */
  target: string;
  hint: string;
  focus: string;
  /** thin line around and inside the rings, so that they show on cards too */
  edge: string;
}

type TableId = 'green' | 'blue' | 'burgundy' | 'slate' | 'walnut' | 'sand';

export interface TableColor {
  id: TableId;
  /** by the scheme of the page, and for high contrast */
  felts: Record<Scheme | 'high', Felt>;
  marks: TableMarks;
}

const onDark: TableMarks = {
  text: '#ffffff',
  mark: '#dfe9e3',
  target: '#ffe066',
  hint: '#7fe3ff',
  focus: '#ffffff',
  edge: '#0b1110',
};

const onLight: TableMarks = { text: '#17130b', mark: '#352e20', target: '#7a1f00', hint: '#07397d', focus: '#000000', edge: '#fffefb' };

const felt = (felt: string, lit = felt, shaded = felt): Felt => ({ felt, lit, shaded });
/** A table whose felt is of one color where contrast is high. */
function table(id: TableId, light: Felt, dark: Felt, high: string, marks = onDark): TableColor {
  return { id, felts: { light, dark, high: felt(high) }, marks };
}

export const tables: readonly TableColor[] = [
  table('green', felt('#22664a', '#2a7254', '#19513a'), felt('#15382b', '#1b4434', '#0f2a20'), '#052418'),
  table('blue', felt('#24577f', '#2d638d', '#1a4467'), felt('#152f49', '#1b3a57', '#0e2338'), '#04172b'),
  table('burgundy', felt('#70303f', '#7d3a49', '#592331'), felt('#421c27', '#4e2430', '#32131c'), '#2a0710'),
  table('slate', felt('#4a545f', '#56606b', '#3a434d'), felt('#262c33', '#2e353d', '#1c2127'), '#0c0f12'),
  table('walnut', felt('#674733', '#73513b', '#513626'), felt('#3a281d', '#453024', '#2b1d14'), '#1e1008'),
  table('sand', felt('#d9cdb4', '#e3d9c4', '#cabc9f'), felt('#b3a78d', '#bdb29a', '#a79a80'), '#f5f0e4', onLight),
];

/** The edge of a card on the table, by its paper. */
export const cardEdges = { light: '#00000059', dark: '#ffffff4d' };
/** The same for high contrast: solid. */
export const strongCardEdges = { light: '#000000', dark: '#ffffff' };

export const backs = ['quincunx', 'lattice', 'waves', 'stars', 'weave', 'plain'] as const;
export type BackId = (typeof backs)[number];
