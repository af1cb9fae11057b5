/**
 * Color arithmetic for the tests of the themes. Colors are "#rrggbb" in sRGB.
 * Color vision: Machado, Oliveira and Fernandes (2009), "A physiologically-based model for simulation of color vision
 * deficiency", matrices for full severity, applied to linear RGB. Difference: CIE76 in CIELAB (D65).
 */
export type Vision = 'normal' | 'protanopia' | 'deuteranopia' | 'tritanopia';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const simulations: Record<Vision, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const rgbToXyz: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const white: Triple = [0.95047, 1, 1.08883];

const apply = (m: Matrix, [x, y, z]: Triple): Triple => [
  m[0][0] * x + m[0][1] * y + m[0][2] * z,
  m[1][0] * x + m[1][1] * y + m[1][2] * z,
  m[2][0] * x + m[2][1] * y + m[2][2] * z,
];

function channels(color: string): Triple {
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`not a color: ${color}`);
  return [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16) / 255) as unknown as Triple;
}

function linear(color: string): Triple {
  return channels(color).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as unknown as Triple;
}

/** Hue in degrees, -180 to 180: red 0, orange 30. */
export function hue(color: string): number {
  const [r, g, b] = channels(color);
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}

function luminance(color: string): number {
  return apply(rgbToXyz, linear(color))[1];
}

/** WCAG 2 contrast, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function lab(color: string, vision: Vision): Triple {
  const seen = apply(simulations[vision], linear(color)).map((v) => Math.min(1, Math.max(0, v))) as unknown as Triple;
  const [x, y, z] = apply(rgbToXyz, seen).map((v, i) => {
    const t = v / white[i]!;
    return t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116;
  }) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE76 difference as it appears to an eye with the given vision. */
export function difference(a: string, b: string, vision: Vision = 'normal'): number {
  const [p, q] = [lab(a, vision), lab(b, vision)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
