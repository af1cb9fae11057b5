/** The workers of a page, as a test sees and ends them in every engine: Playwright knows their addresses in Chromium alone. */
import { expect, type Page } from '@playwright/test';

interface Watched {
  name: string;
  /** messages from it, and to it */
  said: number;
  asked: number;
  /** the page has not ended it */
  there: boolean;
  kill: () => void;
  /** nothing that the page says reaches it any more */
  deafen: () => void;
}

/** To be called before the page is opened. */
export const watchWorkers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const workers: Watched[] = [];
    const Watching = new Proxy(Worker, {
      construct(Real, [url, options]: [string, WorkerOptions?]) {
        const worker = new Real(url, options);
        const terminate = worker.terminate.bind(worker);
        const watched: Watched = {
          name: options?.name ?? '',
          said: 0,
          asked: 0,
          there: true,
          deafen: () => (worker.postMessage = () => {}),
          kill: () => {
            worker.postMessage = () => {
              terminate();
              // The page hears this of a worker that throws.
              setTimeout(() => worker.dispatchEvent(new ErrorEvent('error', { message: 'killed by a test' })));
            };
          },
        };
        worker.addEventListener('message', () => (watched.said += 1));
        const post = worker.postMessage.bind(worker) as (...message: unknown[]) => void;
        worker.postMessage = (...message: unknown[]) => {
          watched.asked += 1;
          post(...message);
        };
        worker.terminate = () => {
          watched.there = false;
          terminate();
        };
        workers.push(watched);
        return worker;
      },
    });
    Object.assign(globalThis, { Worker: Watching, workers });
  });

/** How many messages each worker of this name has sent, or got, that the page has not ended. */
export const workersOf = (page: Page, name: string, what: 'said' | 'asked' = 'said'): Promise<number[]> =>
  page.evaluate(
    ([name, what]) =>
      (globalThis as unknown as { workers: Watched[] }).workers.filter((one) => one.there && one.name === name).map((one) => one[what]),
    [name, what] as const,
  );

/** The worker of this name, once it is there, dies of the page's next message. */
export async function killWorker(page: Page, name: string): Promise<void> {
  await expect.poll(() => workersOf(page, name)).toHaveLength(1);
  await page.evaluate((name) => {
    for (const one of (globalThis as unknown as { workers: Watched[] }).workers) if (one.there && one.name === name) one.kill();
  }, name);
}

/** The worker of this name hears nothing any more: the page waits for an answer, until it starts another one. */
export const deafenWorker = (page: Page, name: string): Promise<void> =>
  page.evaluate((name) => {
    for (const one of (globalThis as unknown as { workers: Watched[] }).workers) if (one.there && one.name === name) one.deafen();
  }, name);
