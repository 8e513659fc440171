import type http from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Transform, type Readable } from 'node:stream';
import { DomainError } from '../../domain/kernel/errors.js';
import type { CapacityLimits } from '../guard/capacity.js';

/**
 * Returns the result of `reading` a request's body. Throws `too-slow` if the body arrives at less than `slowest`
 * bytes per second, measured over half of `arriveMs`.
 */
export function arrivesInTime<T>(
  { socket }: http.IncomingMessage,
  { arriveMs, slowest }: CapacityLimits,
  reading: Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let before = socket.bytesRead;
    const window = arriveMs / 2;
    const watch = setInterval(() => {
      const isLate = socket.bytesRead - before < (slowest * window) / 1000;
      before = socket.bytesRead;
      if (isLate) reject(new DomainError('too-slow', undefined));
    }, window);
    void reading.finally(() => clearInterval(watch)).then(resolve, reject);
  });
}

/**
 * Returns the content of an export to be sent. Disconnects its reader if they take less than `slowest` bytes per
 * second of what is ready, measured over half of `arriveMs`, because it holds a turn and a transaction meanwhile.
 */
export function readInTime(
  response: http.ServerResponse,
  content: Readable,
  { arriveMs, slowest }: CapacityLimits,
): Readable {
  let taken = 0;
  let before = 0;
  const counted = new Transform({
    transform: (piece: Buffer, _, done) => {
      taken += piece.length;
      done(null, piece);
    },
  });
  const window = arriveMs / 2;
  const watch = setInterval(() => {
    const isLate = counted.readableLength > 0 && taken - before < (slowest * window) / 1000;
    before = taken;
    if (isLate) response.destroy();
  }, window);
  return pipeline(content, counted, () => clearInterval(watch));
}

/** Server options that limit how long a request head may take. The readers of bodies limit these themselves. */
export const arrivalOptions = ({ arriveMs }: CapacityLimits): http.ServerOptions => ({
  headersTimeout: arriveMs,
  requestTimeout: 30 * 60_000,
  connectionsCheckingInterval: arriveMs / 6,
});

/** Closes connections whose clients have not read any pending data for `unreadMs`. */
export function closeUnread(server: http.Server, { unreadMs }: CapacityLimits): void {
  const openSockets = new Set<Socket>();
  server.on('connection', (socket) => {
    openSockets.add(socket);
    socket.once('close', () => openSockets.delete(socket));
  });
  const sweep = () => {
    for (const socket of openSockets) {
      const isWatched = socket.timeout === unreadMs;
      if (socket.writableLength > 0 && !isWatched)
        socket.setTimeout(unreadMs); // the server destroys a socket that times out
      else if (socket.writableLength === 0 && isWatched) socket.setTimeout(0);
    }
  };
  // only while it listens: a server that could not get its port never closes, and a timer would keep its process running
  server.once('listening', () => {
    const timer = setInterval(sweep, unreadMs / 6);
    server.once('close', () => clearInterval(timer));
  });
}
