import type { BackId } from '../theme/themes.ts';
import { quincunx } from '../theme/svg.ts';

/** Card backs, drawn by code: a field with a repeated figure, a frame, and the five dots in the middle. */

const width = 240;
const height = 336;

interface Back {
  field: string;
  /** the figures and the frame */
  ink: string;
  /** the dots in the middle */
  dots: string;
  /** one tile of the pattern; "" for a plain field */
  tile: (ink: string) => string;
  tileWidth: number;
  tileHeight: number;
}

const stroke = (ink: string, weight: number) => `fill="none" stroke="${ink}" stroke-width="${weight}"`;

const drawings: Record<BackId, Back> = {
  quincunx: {
    field: '#8f1d2f',
    ink: '#e9b9a4',
    dots: '#fff3e6',
    tileWidth: 36,
    tileHeight: 36,
    tile: (ink) =>
      `<path d="M0 18L18 0L36 18L18 36Z" ${stroke(ink, 1.6)}/>` +
      quincunx(18, 18, 5, 2, ink) +
      `<path d="M0-4L4 0L0 4L-4 0ZM36-4L40 0L36 4L32 0ZM0 32L4 36L0 40L-4 36ZM36 32L40 36L36 40L32 36Z" fill="${ink}"/>`,
  },
  lattice: {
    field: '#1d3f77',
    ink: '#b9cdf0',
    dots: '#ffffff',
    tileWidth: 24,
    tileHeight: 24,
    tile: (ink) =>
      `<path d="M0 0L24 24M24 0L0 24" ${stroke(ink, 2)}/>` +
      `<path d="M12 6.5L17.5 12L12 17.5L6.5 12Z" fill="none" stroke="${ink}" stroke-width="1.2" transform="translate(12 0)"/>` +
      `<path d="M0 6.5L5.5 12L0 17.5L-5.5 12Z" ${stroke(ink, 1.2)}/>`,
  },
  waves: {
    field: '#14574f',
    ink: '#a9ded0',
    dots: '#f2fffb',
    tileWidth: 36,
    tileHeight: 24,
    tile: (ink) => {
      // Scales: every row covers the lower part of the one before it.
      const scale = (x: number, y: number) =>
        `<circle cx="${x}" cy="${y}" r="18" fill="#14574f" stroke="${ink}" stroke-width="1.6"/>` +
        `<circle cx="${x}" cy="${y}" r="12" ${stroke(ink, 1.4)}/><circle cx="${x}" cy="${y}" r="6" ${stroke(ink, 1.2)}/>`;
      const row = (y: number, shift: number) => [0, 36].map((x) => scale(x + shift, y)).join('');
      return row(0, 0) + scale(18, 12) + row(24, 0) + scale(18, 36) + row(48, 0);
    },
  },
  stars: {
    field: '#33245e',
    ink: '#e6c978',
    dots: '#fff6d8',
    tileWidth: 36,
    tileHeight: 48,
    tile: (ink) =>
      `<path d="M18 8L21.8 16.8L31 12.8L27 22L36 24L27 26L31 35.2L21.8 31.2L18 40L14.2 31.2L5 35.2L9 26L0 24L9 22L5 12.8L14.2 16.8Z" ${stroke(ink, 1.5)}/>` +
      `<circle cx="18" cy="24" r="4" fill="${ink}"/><circle cx="0" cy="0" r="3" fill="${ink}"/><circle cx="36" cy="0" r="3" fill="${ink}"/>` +
      `<circle cx="0" cy="48" r="3" fill="${ink}"/><circle cx="36" cy="48" r="3" fill="${ink}"/>` +
      `<path d="M18-8V8M18 40V56M3 0H33M3 48H33" ${stroke(ink, 1.2)}/>`,
  },
  weave: {
    field: '#5b3a22',
    ink: '#e0bd8c',
    dots: '#fff1dc',
    tileWidth: 24,
    tileHeight: 24,
    tile: (ink) =>
      `<path d="M0 2.5H11M0 6H11M0 9.5H11M12 14.5H23M12 18H23M12 21.5H23M14.5 0V11M18 0V11M21.5 0V11M2.5 12V23M6 12V23M9.5 12V23" ${stroke(ink, 1.4)}/>`,
  },
  plain: {
    field: '#3d4854',
    ink: '#c7d0d9',
    dots: '#ffffff',
    tileWidth: 0,
    tileHeight: 0,
    tile: () => '',
  },
};

/** One back as a complete SVG document, on the same paper as the faces. */
export function backSvg(id: BackId, paper: string): string {
  const { field, ink, dots, tile, tileWidth, tileHeight } = drawings[id];
  // The tiles are centered, so that the back looks the same upside down.
  const pattern = tile(ink)
    ? `<pattern id="p" x="${(width - tileWidth) / 2}" y="${(height - tileHeight) / 2}" width="${tileWidth}" ` +
      `height="${tileHeight}" patternUnits="userSpaceOnUse">${tile(ink)}</pattern>` +
      `<rect x="20" y="20" width="200" height="296" rx="5" fill="url(#p)"/>`
    : '';
  const middle = `${width / 2} ${height / 2}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${paper}"/>` +
    `<rect x="12" y="12" width="216" height="312" rx="9" fill="${field}"/>${pattern}` +
    `<rect x="20" y="20" width="200" height="296" rx="5" ${stroke(ink, 2.4)}/>` +
    `<g transform="rotate(45 ${middle})"><rect x="76" y="124" width="88" height="88" rx="10" fill="${field}" stroke="${ink}" stroke-width="3"/></g>` +
    quincunx(width / 2, height / 2, 21, 8.5, dots) +
    `</svg>`
  );
}
