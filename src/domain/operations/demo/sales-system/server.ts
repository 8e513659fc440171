import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../kernel/context.js';

/** A sale as the sales system's feed shows it. */
export type SaleRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly timestamp: string };

/** The demo's own sales system, which serves the feed of a real one, only on this machine. */
export interface SalesSystem {
  /** `http://127.0.0.1:port`. */
  readonly address: string;
  /** Its sales, in the sequence in which it sends them. */
  rows: readonly SaleRow[];
  stop(): Promise<void>;
}

/** Starts the sales system, on its previous port if that is free. */
export async function startSalesSystem(clock: Clock, port = 0): Promise<SalesSystem> {
  const sales: { rows: readonly SaleRow[] } = { rows: [] };
  const server = createServer((request, response) => {
    const headers = { 'content-type': 'application/json', date: clock.now().toUTCString() };
    response.writeHead(200, headers).end(JSON.stringify(readPage(sales.rows, request)));
  });
  await listen(server, port).catch(() => listen(server, 0));
  const { port: boundPort } = server.address() as AddressInfo; // it listens on TCP
  return Object.assign(sales, { address: `http://127.0.0.1:${boundPort}`, stop: () => stop(server) });
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((ready, refuse) => {
    server.once('error', refuse);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', refuse);
      ready();
    });
  });

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

function readPage(rows: readonly SaleRow[], { url = '/' }: IncomingMessage) {
  const { searchParams } = new URL(url, 'http://sales');
  const since = Date.parse(searchParams.get('dateUpdated[gte]') ?? '');
  const changedRows = Number.isNaN(since) ? rows : rows.filter(({ timestamp }) => Date.parse(timestamp) >= since);
  const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit') ?? 100)];
  return { data: changedRows.slice(offset, offset + limit), total: changedRows.length };
}
