/** A worker of which a test hears what it is asked, and says what it answers. */
import type { Fatal, Port } from '../engine/client.ts';

export class FakePort<Order, Reply> implements Port<Order, Reply> {
  onmessage: Port<Order, Reply>['onmessage'] = null;
  onerror: Port<Order, Reply>['onerror'] = null;
  readonly orders: Order[] = [];
  ended = false;
  postMessage(order: Order): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.ended = true;
  }
  say(reply: Reply | 'loaded' | Fatal): void {
    this.onmessage?.({ data: reply } as MessageEvent<Reply | 'loaded' | Fatal>);
  }
}
