/**
 * Draws the SVG texts of the faces on a canvas, since a worker cannot load pictures. It knows what the faces use, and
 * throws at anything else: a test draws them all.
 */
import type { Rect } from '../ground/rects.ts';

type Attributes = Record<string, string>;
interface Node {
  tag: string;
  attributes: Attributes;
  children: Node[];
}

type Canvas = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

const known: Record<string, readonly string[]> = {
  svg: ['xmlns', 'viewBox', 'width', 'height', 'x', 'y', 'preserveAspectRatio'],
  rect: ['x', 'y', 'width', 'height', 'fill', 'stroke', 'stroke-width'],
  path: ['d', 'transform', 'fill', 'stroke', 'stroke-width', 'stroke-miterlimit', 'stroke-linecap', 'stroke-linejoin'],
  circle: ['cx', 'cy', 'r', 'fill'],
  g: ['id'],
  use: ['href', 'transform'],
};

function parse(text: string): Node {
  const root: Node = { tag: '', attributes: {}, children: [] };
  const open = [root];
  for (const [, closing, tag = '', inside = '', single] of text.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (closing) {
      open.pop();
      continue;
    }
    const attributes: Attributes = {};
    for (const [, name = '', value = ''] of inside.matchAll(/([\w:-]+)="([^"]*)"/g)) {
      if (!known[tag]?.includes(name)) throw new Error(`cannot draw ${name} of <${tag}>`);
      attributes[name] = value;
    }
    const node = { tag, attributes, children: [] };
    open.at(-1)!.children.push(node);
    if (!single) open.push(node);
  }
  const [svg] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || svg?.tag !== 'svg') throw new Error('not one svg');
  return svg;
}

const paths = new Map<string, Path2D>();
function pathOf(d: string): Path2D {
  let path = paths.get(d);
  if (!path) paths.set(d, (path = new Path2D(d)));
  return path;
}

function transform(canvas: Canvas, text = ''): void {
  for (const [, name, list = ''] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (name === 'translate') canvas.translate(a, b);
    else if (name === 'scale') canvas.scale(a, list.trim().includes(' ') ? b : a);
    else if (name === 'matrix') canvas.transform(a, b, c, d, e, f);
    else if (name === 'rotate') {
      canvas.translate(b, c);
      canvas.rotate((a * Math.PI) / 180);
      canvas.translate(-b, -c);
    } else throw new Error(`cannot draw ${name}`);
  }
}

function paint(canvas: Canvas, attributes: Attributes, path: Path2D | null): void {
  const { fill = '#000', stroke = 'none' } = attributes;
  if (fill !== 'none') {
    canvas.fillStyle = fill;
    if (path) canvas.fill(path);
    else canvas.fill();
  }
  if (stroke === 'none') return;
  canvas.strokeStyle = stroke;
  canvas.lineWidth = Number(attributes['stroke-width'] ?? 1);
  canvas.miterLimit = Number(attributes['stroke-miterlimit'] ?? 4);
  canvas.lineCap = (attributes['stroke-linecap'] ?? 'butt') as CanvasLineCap;
  canvas.lineJoin = (attributes['stroke-linejoin'] ?? 'miter') as CanvasLineJoin;
  if (path) canvas.stroke(path);
  else canvas.stroke();
}

/** The inside of an svg element in its box. */
function drawBox(canvas: Canvas, { attributes, children }: Node, box: Rect, named: Map<string, Node>): void {
  const [x = 0, y = 0, width = 1, height = 1] = attributes['viewBox']!.split(/\s+/).map(Number);
  let [across, down] = [box.width / width, box.height / height];
  if (attributes['preserveAspectRatio'] !== 'none') across = down = Math.min(across, down);
  canvas.save();
  canvas.beginPath();
  canvas.rect(box.x, box.y, box.width, box.height);
  canvas.clip();
  canvas.translate(box.x + (box.width - width * across) / 2, box.y + (box.height - height * down) / 2);
  canvas.scale(across, down);
  canvas.translate(-x, -y);
  for (const child of children) draw(canvas, child, named);
  canvas.restore();
}

function draw(canvas: Canvas, node: Node, named: Map<string, Node>): void {
  const { tag, attributes, children } = node;
  const at = (name: string) => Number(attributes[name] ?? 0);
  if (tag === 'svg') {
    drawBox(canvas, node, { x: at('x'), y: at('y'), width: at('width'), height: at('height') }, named);
    return;
  }
  if (tag === 'g') {
    if (attributes['id'] !== undefined) named.set(attributes['id'], node);
    for (const child of children) draw(canvas, child, named);
    return;
  }
  canvas.save();
  transform(canvas, attributes['transform']);
  if (tag === 'use') {
    const used = named.get(attributes['href']?.slice(1) ?? '');
    if (!used) throw new Error(`cannot draw what ${attributes['href']} is`);
    for (const child of used.children) draw(canvas, child, named);
  } else if (tag === 'path') paint(canvas, attributes, pathOf(attributes['d'] ?? ''));
  else {
    canvas.beginPath();
    if (tag === 'rect') canvas.rect(at('x'), at('y'), at('width'), at('height'));
    else if (tag === 'circle') canvas.arc(at('cx'), at('cy'), at('r'), 0, 2 * Math.PI);
    else throw new Error(`cannot draw <${tag}>`);
    paint(canvas, attributes, null);
  }
  canvas.restore();
}

/** Draws an SVG text so that it fills a box of the canvas. */
export function drawSvg(canvas: Canvas, text: string, box: Rect): void {
  drawBox(canvas, parse(text), box, new Map());
}
