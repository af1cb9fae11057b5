/**
 * Everything that goes to the service goes through here: one request after the other, whatever tabs there are, each until
 * it has been answered. A letter is as it was when it was put in, and carries the key of its player: after "take
 * everything back" that player sends nothing more, and nobody else is made until there is something new to send.
 */
import { claim, type Claim } from '../store/claim.ts';
import { Problem, type Client } from './client.ts';
import { keep, kept, randomId, type Kept, type Letter, type State } from './kept.svelte.ts';

/** How long other tabs are waited for, of which several may get no answer in time, ms; after that one is asleep. */
const patience = 300_000;
/** Answers that end the removal of a challenge; "take everything back" nothing ends but its answer. */
const final = ['not-yours', 'not-found', 'not-allowed'];

const markOf = (all: Kept, of: string): { state: State } | undefined => {
  const [, kind, name] = /^(results|votes|challenges)\/(.*)$/.exec(of) ?? [];
  return kind === undefined ? undefined : all[kind as 'results' | 'votes' | 'challenges'][name!];
};

/** It is to be sent, and not in the outbox yet. */
export const wanted = (all: Kept, of: string): boolean =>
  markOf(all, of)?.state === 'waiting' && !all.outbox.some((letter) => letter.of === of);

/** Puts a request into the outbox. The player's key is made when it is first needed. */
export function post(all: Kept, letter: Pick<Letter, 'of' | 'path' | 'body'> & Partial<Pick<Letter, 'method'>>): void {
  all.key ||= randomId();
  all.outbox.push({ method: 'PUT', ...letter, id: randomId(), key: all.key });
}

/** The contents of the outbox are not sent any more. */
export const withdraw = (of: string): void => keep((all) => (all.outbox = all.outbox.filter((letter) => letter.of !== of)));

/** This browser forgets a player, who may be forgotten already. */
function forget(all: Kept, key: string): void {
  all.outbox = all.outbox.filter((letter) => letter.key !== key);
  if (all.key !== key) return;
  all.key = '';
  all.send = false;
  // A result that was taken back is not sent once more.
  for (const one of Object.values(all.results)) one.state = 'refused';
  all.votes = {};
  all.challenges = {};
}

/** The service is to remove a challenge that this player has made. What waits for it is not sent any more. */
export function removeChallenge(challenge: string): void {
  const of = `challenges/${challenge}`;
  keep((all) => {
    all.challenges = Object.fromEntries(Object.entries(all.challenges).filter(([id]) => id !== challenge));
    all.outbox = all.outbox.filter((letter) => letter.of !== of);
    post(all, { of, path: of, method: 'DELETE' });
  });
}

/** The service has not said yet that it has removed the challenge. */
export const removing = (challenge: string): boolean =>
  kept().outbox.some(({ of, method }) => method === 'DELETE' && of === `challenges/${challenge}`);

/** Takes everything back: nothing more is sent, and the service is to forget what it has. */
export function takeBack(): void {
  keep((all) => {
    const { key } = all;
    // Challenges are removed before: nobody can when they are nobody's.
    const removals = all.outbox.filter((letter) => letter.method === 'DELETE' && letter.key === key);
    forget(all, key);
    if (key !== '') all.outbox.unshift(...removals, { of: 'me', id: randomId(), key, method: 'DELETE', path: 'me' });
  });
}

/** The service has not said yet that it has forgotten everything. */
export const takingBack = (): boolean => kept().outbox.some(({ path }) => path === 'me');

/** Notes what has become of a letter, unless another choice or "take back" has come meanwhile. */
function note(letter: Letter, state: State): void {
  keep((all) => {
    const at = all.outbox.findIndex(({ id }) => id === letter.id);
    if (at < 0) return;
    all.outbox.splice(at, 1);
    const mark = markOf(all, letter.of);
    // A request that has to wait lets others go first.
    if (state === 'waiting') all.outbox.push(letter);
    else if (mark && letter.method === 'PUT') mark.state = state;
  });
}

/** Sends the first letter. Rejects if it is to be sent again. */
async function sendFirst(client: Client): Promise<void> {
  const [letter] = kept().outbox;
  if (!letter) return;
  const { key, method, path, body } = letter;
  try {
    await client.ask(method, path, { key, body });
    if (path === 'me') keep((all) => forget(all, key));
    else note(letter, 'sent');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.word === 'forgotten') keep((all) => forget(all, key));
    else if (error.again > 0 || (method === 'DELETE' && (path === 'me' || !final.includes(error.word)))) {
      if (error.status > 0) note(letter, 'waiting');
      throw error;
    } else note(letter, error.word === 'second-result' ? 'sent' : 'refused');
  }
}

/** Does something while no other tab does. */
async function alone(work: () => Promise<void>): Promise<void> {
  const until = Date.now() + patience;
  let own: Claim | null;
  do own = await claim('outbox', { onLost: () => {} });
  while (!own && Date.now() < until);
  try {
    await work();
  } finally {
    own?.release();
  }
}

/** Sends all that is in the outbox. Rejects if something is to be sent again. */
async function sendAll(client: Client): Promise<void> {
  while (kept().outbox.length > 0) {
    if (!(await client.service())) {
      if (client.unknown) throw new Problem('no-answer', 0, 60);
      return;
    }
    await alone(() => sendFirst(client));
  }
}

/** Sends the outbox, and again when the service has said so. It resolves when all is sent, or nothing more can be now. */
export function sender(client: Client): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  let next: Promise<void> | null = null;
  async function run(): Promise<void> {
    next = null;
    clearTimeout(timer);
    try {
      await sendAll(client);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.again > 0) timer = setTimeout(() => void send(), error.again * 1000);
    }
  }
  // A run that began earlier may not have seen what is to be sent.
  const send = (): Promise<void> => (next ??= running = running.then(run, run));
  return send;
}
