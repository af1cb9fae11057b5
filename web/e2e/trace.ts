/** Traces of the browser, for measurements. */
import type { CDPSession } from '@playwright/test';

export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** these in microseconds: when it began, how long it took, and how much of that its thread had a processor */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

export async function traced(session: CDPSession, includedCategories: string[], what: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => (value as TraceEvent[]).forEach((one) => events.push(one));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await what();
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  session.off('Tracing.dataCollected', collect);
  return events;
}
