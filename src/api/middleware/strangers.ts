import type { Context, Next } from 'koa';

/** How many anonymous requests start in one turn of the event loop. */
const EACH_TURN = 2;

/**
 * Starts requests that are not `isKnown` at two per turn of the event loop, so that signed-in users are answered in
 * between, however many arrive.
 */
export function strangersWait(isKnown: (ctx: Context) => boolean) {
  const waitingCalls: (() => void)[] = [];
  const begin = (): void => {
    for (const start of waitingCalls.splice(0, EACH_TURN)) start();
    if (waitingCalls.length > 0) setImmediate(begin);
  };
  return (ctx: Context, next: Next): Promise<void> => {
    if (isKnown(ctx)) return next();
    const turn = new Promise<void>((start) => {
      if (waitingCalls.push(start) === 1) setImmediate(begin);
    });
    return turn.then(next);
  };
}
