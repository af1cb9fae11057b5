/// <reference lib="webworker" />
/** Draws faces apart from the page, which has enough to do when a table is opened. */
import { make, type Order } from './make.ts';

export interface Ask {
  number: number;
  order: Order;
}
/** `picture` is null if it cannot be made here. */
export interface Reply {
  number: number;
  picture: Blob | null;
}

self.onmessage = async ({ data: { number, order } }: MessageEvent<Ask>) => {
  const picture = await make(order).catch(() => null);
  self.postMessage({ number, picture } satisfies Reply);
};
