import { suitSign } from './svg.ts';

/**
 * The sign of Quincunx: the five of a die, whose corners are the four suits. `bleed` fills the whole square, for
 * icons that the system cuts to a shape of its own, which may take up to a tenth off every side.
 */
export function logoSvg(bleed = false): string {
  const ground = bleed
    ? '<rect width="512" height="512" fill="#14573c"/>'
    : '<rect x="16" y="16" width="480" height="480" rx="104" fill="#14573c"/>';
  const step = bleed ? 98 : 122;
  const size = bleed ? 118 : 146;
  const light = '#fffdf5';
  const red = '#ff8a7a';
  const signs = [
    suitSign('S', 256 - step, 256 - step, size, light),
    suitSign('H', 256 + step, 256 - step, size, red),
    suitSign('D', 256 - step, 256 + step, size, red),
    suitSign('C', 256 + step, 256 + step, size, light),
  ];
  const middle = `<circle cx="256" cy="256" r="${bleed ? 37 : 46}" fill="#f4c64e"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${ground}${signs.join('')}${middle}</svg>\n`;
}
