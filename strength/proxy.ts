import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Sits between the product and PostgreSQL, and misbehaves as configured. */
export interface Proxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Holds all data in both directions, without a sign to either side. */
  freeze(): void;
  /** Lets held data pass. */
  thaw(): void;
  /** Cuts every connection with a reset. */
  reset(): void;
  /** Cuts every connection and accepts no new one until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Delays everything by this many milliseconds in each direction. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port to the database at `url`. At first it changes nothing. */
export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const state = { frozen: false, delay: 0 };
  let server = listener();
  const port = await listening(server, 0);
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };

  function listener(): net.Server {
    return net.createServer((client) => {
      const upstream = net.connect(Number(target.port), target.hostname);
      passOn(client, upstream);
      passOn(upstream, client);
    });
  }

  function passOn(from: Socket, to: Socket): void {
    let before: Promise<unknown> = Promise.resolve();
    sockets.add(from);
    if (state.frozen) from.pause();
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      void before.then(() => to.destroy());
    });
    from.on('data', (bytes) => {
      const pass = state.delay > 0 ? pause(state.delay) : Promise.resolve();
      before = Promise.all([before, pass]).then(() => to.writable && to.write(bytes));
    });
  }

  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return {
    url: through.href,
    freeze: () => {
      state.frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      state.frozen = false;
      for (const socket of sockets) socket.resume();
    },
    reset: cut,
    refuse: async () => {
      const closing = new Promise((resolve) => server.close(resolve));
      cut();
      await closing;
    },
    accept: async () => {
      server = listener();
      await listening(server, port);
    },
    delay: (ms) => void (state.delay = ms),
    close: async () => {
      const closing = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closing;
    },
  };
}

const listening = (server: net.Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
