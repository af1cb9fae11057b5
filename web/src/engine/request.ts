import type { OwnTableQuestions, TableQuestions } from './contract.ts';
import type { SolverQuestions } from './solver-contract.ts';

type Questions = TableQuestions & OwnTableQuestions & SolverQuestions;

/** A request, and in its type the answer. */
export type Asked<T> = string & { readonly answer?: T };

/** A request as the modules read it: a question, its words, its options as name=value, and perhaps lines. */
export const request = <Q extends keyof Questions>(question: Q, ...takes: Parameters<Questions[Q]>): Asked<ReturnType<Questions[Q]>> =>
  written(question, takes);

/** The same of a question that is typed otherwise. */
export function written(question: string, takes: readonly unknown[]): string {
  let line = question;
  let text = '';
  for (const part of takes as readonly (string | number | object)[])
    if (typeof part !== 'object') line += ` ${oneLine(String(part))}`;
    else if ('lines' in part) text = `\n${String(part.lines)}`;
    else for (const [name, value] of Object.entries(part)) if (value !== undefined) line += ` ${name}=${String(value)}`;
  return line + text;
}

/** A line break in what somebody typed would start the lines. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
