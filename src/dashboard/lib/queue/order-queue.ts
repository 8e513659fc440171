import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../server/api.js';
import { ChangeQueue } from './change-queue.js';
import { sendEarly } from '../server/early.js';
import { signedInUser } from '../server/token.js';
import { randomId } from '../random-id.js';
import { getCall, type WaitingChange } from './waiting-list.js';

const ANSWER_MS = 15_000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/** Statuses worth a retry: server not reached, signed out meanwhile, too many requests, server restarting. */
const temporary: ReadonlySet<number> = new Set([0, 401, 408, 425, 429, 502, 503, 504]);
/** Anything that is not a refusal is a network failure: a broken answer, or that of another server. */
const isTemporary = (error: unknown): boolean => !(error instanceof ApiError) || temporary.has(error.status);

let wait = FIRST_RETRY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The changes of orders made on this device. */
export const orderQueue = new ChangeQueue({
  store: localStorage,
  user: signedInUser,
  send: async (change, attempt) => {
    const tooLong = setTimeout(() => attempt.abort(new DOMException('No response in time', 'TimeoutError')), ANSWER_MS);
    const options = { idempotencyKey: change.id, signal: attempt.signal, early: true };
    const { order } = await call('PUT /api/orders/update/:id', getCall(change), options).finally(() =>
      clearTimeout(tooLong),
    );
    wait = FIRST_RETRY_MS;
    return order.revision;
  },
  inTurn: sendEarly,
  isTemporary,
  newId: randomId,
  now: () => Date.now(),
  retry: (flush) => {
    clearTimeout(timer);
    timer = setTimeout(flush, wait);
    wait = Math.min(wait * 2, LAST_RETRY_MS);
  },
});

/** The user's changes that the screens do not include yet. */
export const useOrderChanges = (): readonly WaitingChange[] =>
  useSyncExternalStore(orderQueue.subscribe, orderQueue.changes);

/** Those that wait for the connection. */
export const useHeldChanges = (): readonly WaitingChange[] => useOrderChanges().filter(orderQueue.isHeld);
