import type { Context, Next } from 'koa';

/** How many requests of strangers begin in one turn of the event loop. */
const EACH_TURN = 2;

/**
 * Lets requests that are not `isKnown` begin two in each turn of the event loop: however many come at once, whoever is
 * signed in is answered between them.
 */
export function strangersWait(isKnown: (ctx: Context) => boolean) {
  const waiting: (() => void)[] = [];
  const begin = (): void => {
    for (const start of waiting.splice(0, EACH_TURN)) start();
    if (waiting.length > 0) setImmediate(begin);
  };
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!isKnown(ctx))
      await new Promise<void>((start) => {
        if (waiting.push(start) === 1) setImmediate(begin);
      });
    await next();
  };
}
