/** Numbers of moves in columns, so that a hundred different ones have room on a phone. */
import type { DayTable } from './contract.ts';

export interface Column {
  from: number;
  to: number;
  unaided: number;
  helped: number;
}

const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const mostColumns = 16;

/** Columns of one width, without a gap. `marks`: further numbers that are to have a place, such as par. */
export function columnsOf(rows: DayTable['moves'], marks: readonly number[] = []): Column[] {
  const all = [...rows.map(({ moves }) => moves), ...marks];
  if (rows.length === 0) return [];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const begin = (width: number): number => Math.floor(low / width) * width;
  const width = widths.find((one) => Math.floor((high - begin(one)) / one) < mostColumns) ?? high - low + 1;
  const columns: Column[] = [];
  for (let from = begin(width); from <= high; from += width) columns.push({ from, to: from + width - 1, unaided: 0, helped: 0 });
  for (const { moves, unaided, helped } of rows) {
    const column = columns[Math.floor((moves - begin(width)) / width)]!;
    column.unaided += unaided;
    column.helped += helped;
  }
  return columns;
}

export const columnOf = (columns: readonly Column[], moves: number): number =>
  columns.findIndex(({ from, to }) => moves >= from && moves <= to);
