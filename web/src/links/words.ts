/** Words about a game beside a link to it: nothing that gives its deal away. */
import type { GameInfo, Table } from '../engine/contract.ts';
import { wonKey } from '../play/help.ts';
import { readMove } from '../engine/notation.ts';
import { cardsHome } from '../store/saved.ts';
import { locale } from '../ground/i18n.ts';
import { clock, moveCount } from '../words/names.ts';
import { t as common } from '../words/texts/common.ts';
import { t } from '../words/texts/links.ts';

/** deal: to be played from the start; game: with its moves; position: without them */
export type What = 'deal' | 'game' | 'position';

const steps = 10;
const heights = '▁▂▃▅▇';

/** How the foundations grew over the moves made, in ten steps; "" for a game that is too short for that. */
export function growth({ moves, ply, view }: Pick<Table, 'moves' | 'ply' | 'view'>, cards: number): string {
  if (ply < steps) return '';
  // No card comes back from a foundation, and each move brings one there.
  const brings = moves.slice(0, ply).map(({ text }) => (readMove(text).to.startsWith('F') ? 1 : 0));
  let home = cardsHome(view) - brings.reduce<number>((sum, one) => sum + one, 0);
  let at = 0;
  let line = '';
  for (let step = 1; step <= steps; ++step) {
    for (const end = Math.round((ply * step) / steps); at < end; ++at) home += brings[at]!;
    line += heights[Math.min(heights.length - 1, Math.floor((home / cards) * heights.length))]!;
  }
  // A line without a step says nothing.
  return new Set(line).size > 1 ? line : '';
}

/** The text before the link. `time` in ms, 0 if it is not known. */
export function shareText(
  info: GameInfo,
  table: Table,
  what: What,
  { deal, time, par }: { deal: string; time: number; par: number | null },
): string {
  const { view, ply, meta } = table;
  const day = /^day-(\d{4}-\d\d-\d\d)$/.exec(meta['kind'] ?? '')?.[1];
  const date = day === undefined ? NaN : Date.parse(day);
  const head =
    deal === '' || what === 'position'
      ? t('text.head', { game: info.name })
      : Number.isNaN(date)
        ? t('text.head-deal', { game: info.name, deal })
        : t('text.head-day', {
            game: info.name,
            date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date),
          });
  const home = common('home.placed', { done: cardsHome(view), all: info.cards });
  if (what === 'position') return [head, home, t('text.position')].join('\n');
  if (view.status === 'won') {
    const facts = [t('text.won', { moves: moveCount(ply) })];
    if (par !== null) facts.push(t('text.par', { par }));
    if (time > 0) facts.push(clock(time));
    if (['none', 'unaided'].includes(meta[wonKey] ?? '')) facts.push(t('text.unaided'));
    return [head, facts.join(', '), growth(table, info.cards)].filter(Boolean).join('\n');
  }
  if (what === 'deal') return [head, t('text.try')].join('\n');
  const facts = [moveCount(ply), home];
  if (view.status === 'stuck') facts.push(common('home.stuck'));
  return [head, facts.join(', '), growth(table, info.cards)].filter(Boolean).join('\n');
}
