import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Context, Next } from 'koa';

/** What is read of a body that nobody wants, so that its connection can serve the next request. */
const MOST_BYTES = 1 << 20;
const MOST_MS = 500;
/** How long a connection is read on after its last answer: closing at once would reset it, and the answer would be lost. */
const LINGER_MS = 2000;

/**
 * Answers while a part of the request's body is still to come: the rest is read and dropped when it is short, else the
 * answer closes the connection. Otherwise the next request on it, perhaps another visitor's behind a proxy, would wait
 * for ever behind that rest.
 */
export async function unreadBody(ctx: Context, next: Next): Promise<void> {
  await next();
  const { req } = ctx;
  if (req.readableEnded || req.destroyed) return;
  req.unpipe();
  req.resume();
  if (req.complete || (await endsSoon(req))) return;
  ctx.set('Connection', 'close');
  lingerOn(req.socket);
}

/** Whether the rest of a body arrives within the limits. */
function endsSoon(req: IncomingMessage): Promise<boolean> {
  if (Number(req.headers['content-length'] ?? 0) > MOST_BYTES) return Promise.resolve(false);
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) settle();
    };
    const settle = (): void => {
      clearTimeout(late);
      req.off('data', count).off('end', settle).off('close', settle);
      req.resume(); // without a listener for data it would stop
      resolve(req.complete);
    };
    const late = setTimeout(settle, MOST_MS);
    req.on('data', count).once('end', settle).once('close', settle);
  });
}

/** Ends the sending side when the answer is out and reads on for a moment before the connection is destroyed. */
function lingerOn(socket: Socket): void {
  socket.destroySoon = () => {
    const late = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(late)).once('end', () => socket.destroy());
    socket.end();
    socket.resume();
  };
}
