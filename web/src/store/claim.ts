/**
 * One game is played in one tab at a time. A tab holds a claim on the game's key while it plays it: a Web Lock where
 * the browser has them (it ends with the tab), and in any case messages between tabs, so that a tab can be asked to let
 * go.
 */
import { channel as openChannel, takeLock, webLocks } from '../ground/refusable.ts';

export interface Claim {
  release(): void;
}

interface ClaimOptions {
  /** another tab has taken over the game */
  onLost: () => void;
  /** ask the tab that holds it to let go */
  take?: boolean;
  locks?: LockManager | null;
}

interface Message {
  type: 'who' | 'mine' | 'give';
  key: string;
  from: string;
}

/** How long a tab without Web Locks waits for another one to answer, ms. */
const answerTime = 150;
/** A lock just released needs a moment, ms. */
const releaseTime = 120;
/** How long a tab that takes a game over waits for it, ms. */
const takeTime = 2000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The claim, or null: another tab plays this game. */
export async function claim(key: string, options: ClaimOptions): Promise<Claim | null> {
  const channel = openChannel('quincunx-games');
  const locks = options.locks === undefined ? webLocks() : options.locks;
  const me = Math.random().toString(36).slice(2);
  let held = false;
  let asking = false;
  let heldElsewhere = false;
  let letGo: () => void = () => {};

  const release = () => {
    held = false;
    letGo();
    channel?.close();
  };
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.key !== key || data.from === me) return;
      if (data.type === 'who' && held) channel.postMessage({ type: 'mine', key, from: me } satisfies Message);
      // One of two that ask at once gets it, and says so to the other.
      if (data.type === 'mine' || (asking && data.from < me)) heldElsewhere = true;
      else if (data.type === 'who' && asking) say('mine');
      if (data.type === 'give' && held) {
        release();
        options.onLost();
      }
    };
  }
  const say = (type: Message['type']) => channel?.postMessage({ type, key, from: me } satisfies Message);

  const lock = async (): Promise<boolean> => {
    const taken = await takeLock(`quincunx:${key}`, { ifAvailable: true }, locks);
    if (taken === 'taken') return false;
    // Where locks are denied it is better to play than not.
    if (taken) letGo = taken;
    return true;
  };

  if (options.take) say('give');
  if (locks) {
    const until = Date.now() + (options.take ? takeTime : releaseTime);
    while (!(held = await lock()) && Date.now() < until) await wait(40);
  } else {
    if (options.take) await wait(answerTime);
    asking = true;
    say('who');
    await wait(answerTime);
    asking = false;
    held = !heldElsewhere || (options.take ?? false);
  }
  if (held) return { release };
  channel?.close();
  return null;
}
