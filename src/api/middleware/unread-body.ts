import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Context, Next } from 'koa';

/** How many bytes of an unwanted body are read so that its connection can be reused. */
const MOST_BYTES = 1 << 20;
const MOST_MS = 500;
/**
 * How many milliseconds a connection is still read after its last answer, because closing it immediately would reset
 * it and lose the answer.
 */
const LINGER_MS = 2000;

/**
 * Answers while part of the request's body is still unread. A short rest is read and discarded; otherwise the answer
 * closes the connection. The next request on the connection, perhaps another visitor's behind a proxy, would
 * otherwise wait forever behind the unread body.
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
      clearTimeout(timer);
      req.off('data', count).off('end', settle).off('close', settle);
      req.resume(); // the stream would pause without a data listener
      resolve(req.complete);
    };
    const timer = setTimeout(settle, MOST_MS);
    req.on('data', count).once('end', settle).once('close', settle);
  });
}

/** Ends the sending side after the answer and keeps reading briefly before destroying the connection. */
function lingerOn(socket: Socket): void {
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy());
    socket.end();
    socket.resume();
  };
}
