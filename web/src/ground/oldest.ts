/**
 * The oldest browsers that have all that the page cannot do without. What that is, and since when they have it, is in
 * oldest.test.ts; the build aims at them, and the page names them to who has an older one.
 */
export const oldest = { chrome: '111', firefox: '115', safari: '16.4' } as const;

/** As the build tools write them. */
export const targets: string[] = Object.entries(oldest).map(([browser, version]) => browser + version);

/** This browser is older than these, as far as the page itself can see: it lacks what came last to Chrome or Firefox. */
export const tooOld = (): boolean => !('toReversed' in Array.prototype) || !CSS.supports('color', 'color-mix(in srgb, red, red)');
