/** A picture of a game that was won, to be shared: the deal as it lay, and what became of it. */
import { backSvg } from '../cards/backs.ts';
import { detailFor } from '../cards/detail.ts';
import { drawSvg } from '../cards/draw.ts';
import { faceSvg } from '../cards/faces.ts';
import { parseCard } from '../cards/parse.ts';
import type { GameInfo, View } from '../engine/contract.ts';
import { saveBlob } from '../app/save.ts';
import { still } from '../table/still.ts';
import { faceColors } from '../theme/face-colors.ts';
import { logoSvg } from '../theme/logo.ts';
import { theme } from '../theme/theme.svelte.ts';
import { tables } from '../theme/themes.ts';

const [width, height] = [1200, 1200];
const margin = 60;
/** of the words above the cards */
const top = 300;

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** `title`, and `lines` below it, the first one of which matters most. */
export async function picture(info: GameInfo, dealt: View, title: string, lines: readonly string[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const { felts, marks } = tables.find(({ id }) => id === theme.table)!;
  const felt = felts[theme.contrast === 'high' ? 'high' : theme.scheme];
  const ground = context.createRadialGradient(width / 2, height * 0.35, 0, width / 2, height * 0.35, width * 0.8);
  ground.addColorStop(0, felt.lit);
  ground.addColorStop(0.55, felt.felt);
  ground.addColorStop(1, felt.shaded);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);

  const family = getComputedStyle(document.documentElement).fontFamily;
  context.fillStyle = marks.text;
  context.textBaseline = 'alphabetic';
  const write = (text: string, size: number, weight: number, y: number): void => {
    // Long words get smaller letters.
    for (let px = size; px > 14; px -= 2) {
      context.font = `${weight} ${px}px ${family}`;
      if (context.measureText(text).width <= width - 2 * margin - 130) break;
    }
    context.fillText(text, margin, y);
  };
  write(title, 64, 700, 118);
  lines.forEach((line, i) => write(line, i === 0 ? 42 : 34, i === 0 ? 600 : 400, 182 + i * 50));
  context.drawImage(await imageOf(logoSvg()), width - margin - 110, margin, 110, 110);

  // The cards, as large as they may be, in the middle of what is left.
  const room = { width: width - 2 * margin, height: height - top - margin };
  const { layout, cards } = still(info, dealt, room);
  const { back, deck, paper, print } = theme;
  const colors = faceColors(deck, paper);
  const backImage = await imageOf(backSvg(back, colors.paper));
  const lowest = Math.max(...cards.map((card) => card.y + card.height));
  const widest = Math.max(...cards.map((card) => card.x + card.width)) + Math.min(...cards.map((card) => card.x));
  const [dx, dy] = [margin + (layout.width - widest) / 2, top + Math.max(0, (room.height - lowest) / 3)];
  for (const { card, x, y, width: wide, height: high } of cards) {
    context.save();
    context.translate(dx + x, dy + y);
    context.beginPath();
    context.roundRect(0, 0, wide, high, wide * 0.06);
    context.strokeStyle = '#0006';
    context.lineWidth = 2;
    context.stroke();
    context.clip();
    const name = card === null ? null : parseCard(card);
    if (name) drawSvg(context, faceSvg(name, detailFor(wide, print), colors), { x: 0, y: 0, width: wide, height: high });
    else context.drawImage(backImage, 0, 0, wide, high);
    context.restore();
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

/** Gives a picture to another app, or saves it where none takes it. */
export async function give(blob: Blob, name: string, title: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  try {
    if (navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file], title });
      return;
    }
  } catch (error) {
    // The player has thought better of it.
    if (error instanceof DOMException && error.name === 'AbortError') return;
  }
  saveBlob(blob, name);
}
