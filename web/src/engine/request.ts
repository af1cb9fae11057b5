import type { OwnTableQuestions, SolverQuestions, TableQuestions } from './contract.ts';

type Questions = TableQuestions & OwnTableQuestions & SolverQuestions;

/** A request as the modules read it: a question, its words, its options as name=value, and perhaps lines. */
export function request<Q extends keyof Questions>(question: Q, ...takes: Questions[Q]): string {
  let line: string = question;
  let text = '';
  for (const part of takes as (string | number | object)[])
    if (typeof part !== 'object') line += ` ${oneLine(String(part))}`;
    else if ('lines' in part) text = `\n${String(part.lines)}`;
    else for (const [name, value] of Object.entries(part)) if (value !== undefined) line += ` ${name}=${String(value)}`;
  return line + text;
}

/** A line break in what somebody typed would start the lines. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
