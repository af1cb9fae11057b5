/**
 * Takes the twelve court pictures out of the npm package `@letele/playing-cards` (CC0, after Adrian Kennard's
 * cards), makes them small with svgo and writes `src/cards/courts.json`. That file is committed, so this need only
 * be run again when the way of making it changes:
 *
 *     npm install --no-save @letele/playing-cards svgo && node tools/courts.mjs
 *
 * Each picture is kept as six layers (gold, red, blue, black, line, hair line) of its upper half, one path
 * each, and the places of the small suit signs on the clothes. The lower half is the upper one turned; frame,
 * indices and large suit signs are drawn by our own code. Coordinates are whole numbers, `unit` of them to one unit
 * of the card (240 × 336): a fifth of a unit of the card, by which a point may be off, is a third of a pixel on a card 200 CSS pixels wide
 * with two device pixels each.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { optimize } from 'svgo';

const unit = 2.5;
/** the picture's box in the package: its own units, and the card units it is shown in */
const source = { width: 1300, height: 2000, shownWidth: 164.8, shownHeight: 260.8 };
const scaleX = (source.shownWidth / source.width) * unit;
const scaleY = (source.shownHeight / source.height) * unit;
const layerIds = 'bcdefg';

function readDeck() {
  const module = new URL('../node_modules/@letele/playing-cards/dist/index.esm.js', import.meta.url);
  const text = readFileSync(module, 'utf8')
    .replace(/^import .*$/gm, '')
    .replace(/export \{([^}]*)\};?/, (_, list) => `return {${list.replace(/(\w+) as (\w+)/g, '$2: $1')}}`);
  // The components are functions that build React elements; here they build plain trees.
  const React = { createElement: (tag, props, ...children) => ({ tag, props: props ?? {}, children: children.flat().filter(Boolean) }) };
  return new Function('React', '_extends', text)(React, Object.assign);
}

function find(tree, predicate, found = []) {
  if (predicate(tree)) found.push(tree);
  for (const child of tree.children ?? []) find(child, predicate, found);
  return found;
}

function smallPath(d) {
  const result = optimize(`<svg xmlns="http://www.w3.org/2000/svg"><path transform="scale(${scaleX} ${scaleY})" d="${d}"/></svg>`, {
    multipass: true,
    plugins: [{ name: 'convertPathData', params: { floatPrecision: 0, transformPrecision: 8, makeArcs: false } }],
  }).data;
  const path = / d="([^"]*)"/.exec(result)?.[1];
  if (!path || result.includes('transform')) throw new Error('svgo did not apply the scale');
  return path;
}

const multiply = (m, n) => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

function parseTransform(text) {
  return [...text.matchAll(/(\w+)\(([^)]*)\)/g)]
    .map(([, name, list]) => {
      const [a, b = name === 'scale' ? a : 0, c = 0, d, e, f] = list
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      if (name === 'matrix') return [a, b, c, d, e, f];
      if (name === 'scale') return [a, 0, 0, b, 0, 0];
      if (name === 'rotate') {
        const cos = Math.cos((a * Math.PI) / 180),
          sin = Math.sin((a * Math.PI) / 180);
        return [cos, sin, -sin, cos, b - cos * b + sin * c, c - sin * b - cos * c];
      }
      throw new Error(`transform ${name}`);
    })
    .reduce(multiply);
}

/** Place of a small suit sign: a matrix for our sign, which is 100 high around the origin; theirs is 1000 in a box of 1200. */
function signPlace(use) {
  const size = Number(use.props.width);
  const own = [size / 120, 0, 0, size / 120, size / 2, size / 2];
  const placed = multiply([scaleX, 0, 0, scaleY, 0, 0], multiply(parseTransform(use.props.transform), own));
  return placed.map((value, i) => Number(value.toFixed(i < 4 ? 3 : 0))).join(' ');
}

const deck = readDeck();
const courts = {};
for (const suit of 'CDHS') {
  for (const rank of 'JQK') {
    const tree = deck[suit + rank.toLowerCase()]({});
    const symbol = (id) => find(tree, (e) => e.tag === 'symbol' && e.props.id.endsWith(`__${id}`))[0];
    const layers = [...layerIds].map((id) => smallPath(find(symbol(id), (e) => e.tag === 'path')[0].props.d));
    const signs = find(symbol('g'), (e) => e.tag === 'use');
    const corner = find(tree, (e) => e.tag === 'use' && Number(e.props.width) === 55.68)[0];
    courts[rank + suit] = {
      layers,
      /** the large suit sign stands in the upper left corner, else in the upper right */
      left: Number(corner.props.x) < 0,
      signs: signs.filter((e) => !e.props.stroke).map(signPlace),
      outlined: signs.filter((e) => e.props.stroke).map(signPlace),
    };
  }
}

const file = new URL('../src/cards/courts.json', import.meta.url);
const text = `${JSON.stringify(courts, null, 1)}\n`;
writeFileSync(file, text);
console.log(
  `${fileURLToPath(file)}: ${text.length} bytes, gzip ${gzipSync(text, { level: 9 }).length}, brotli ${brotliCompressSync(text).length}`,
);
