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

export type TableId = 'green' | 'blue' | 'burgundy' | 'slate' | 'walnut' | 'sand';

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

export const tables: readonly TableColor[] = [
  {
    id: 'green',
    felts: {
      light: { felt: '#22664a', lit: '#2a7254', shaded: '#19513a' },
      dark: { felt: '#15382b', lit: '#1b4434', shaded: '#0f2a20' },
      high: { felt: '#052418', lit: '#052418', shaded: '#052418' },
    },
    marks: onDark,
  },
  {
    id: 'blue',
    felts: {
      light: { felt: '#24577f', lit: '#2d638d', shaded: '#1a4467' },
      dark: { felt: '#152f49', lit: '#1b3a57', shaded: '#0e2338' },
      high: { felt: '#04172b', lit: '#04172b', shaded: '#04172b' },
    },
    marks: onDark,
  },
  {
    id: 'burgundy',
    felts: {
      light: { felt: '#70303f', lit: '#7d3a49', shaded: '#592331' },
      dark: { felt: '#421c27', lit: '#4e2430', shaded: '#32131c' },
      high: { felt: '#2a0710', lit: '#2a0710', shaded: '#2a0710' },
    },
    marks: onDark,
  },
  {
    id: 'slate',
    felts: {
      light: { felt: '#4a545f', lit: '#56606b', shaded: '#3a434d' },
      dark: { felt: '#262c33', lit: '#2e353d', shaded: '#1c2127' },
      high: { felt: '#0c0f12', lit: '#0c0f12', shaded: '#0c0f12' },
    },
    marks: onDark,
  },
  {
    id: 'walnut',
    felts: {
      light: { felt: '#674733', lit: '#73513b', shaded: '#513626' },
      dark: { felt: '#3a281d', lit: '#453024', shaded: '#2b1d14' },
      high: { felt: '#1e1008', lit: '#1e1008', shaded: '#1e1008' },
    },
    marks: onDark,
  },
  {
    id: 'sand',
    felts: {
      light: { felt: '#d9cdb4', lit: '#e3d9c4', shaded: '#cabc9f' },
      dark: { felt: '#b3a78d', lit: '#bdb29a', shaded: '#a79a80' },
      high: { felt: '#f5f0e4', lit: '#f5f0e4', shaded: '#f5f0e4' },
    },
    marks: { text: '#17130b', mark: '#352e20', target: '#7a1f00', hint: '#07397d', focus: '#000000', edge: '#fffefb' },
  },
];

/** The edge of a card on the table, by its paper. */
export const cardEdges = { light: '#00000059', dark: '#ffffff4d' };
/** The same for high contrast: solid. */
export const strongCardEdges = { light: '#000000', dark: '#ffffff' };

export type BackId = 'quincunx' | 'lattice' | 'waves' | 'stars' | 'weave' | 'plain';

export const backs: readonly BackId[] = ['quincunx', 'lattice', 'waves', 'stars', 'weave', 'plain'];
