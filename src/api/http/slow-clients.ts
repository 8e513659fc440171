import type http from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../../domain/kernel/errors.js';
import type { CapacityLimits } from '../guard/capacity.js';

/**
 * What `reading` makes of a request's body; throws `too-slow` when the body brings less than `slowest` bytes a second, seen
 * over half of `arriveMs`.
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

/** What a server is made with so that heads arrive in time; bodies are watched by who reads them. */
export const arrivalOptions = ({ arriveMs }: CapacityLimits): http.ServerOptions => ({
  headersTimeout: arriveMs,
  requestTimeout: 30 * 60_000,
  connectionsCheckingInterval: arriveMs / 6,
});

/** Closes connections whose clients read nothing of what waits for them for `unreadMs`. */
export function closeUnread(server: http.Server, { unreadMs }: CapacityLimits): void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const sweep = setInterval(() => {
    for (const socket of open) {
      const isWatched = socket.timeout === unreadMs;
      if (socket.writableLength > 0 && !isWatched)
        socket.setTimeout(unreadMs); // the server destroys what times out
      else if (socket.writableLength === 0 && isWatched) socket.setTimeout(0);
    }
  }, unreadMs / 6);
  server.once('close', () => clearInterval(sweep));
}
