import { createHmac, createSecretKey } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import os from 'node:os';
import type { Knex } from 'knex';
import type { DomainEvent, Logger, SupportParts } from '../domain/kernel/context.js';
import { systemClock, type Clock } from '../domain/kernel/context.js';
import { createTokens } from '../domain/kernel/rights/tokens.js';
import { watchCommits } from '../domain/kernel/database/commit-watch.js';
import { connect, cutConnections } from '../domain/kernel/database/database.js';
import { listen } from '../domain/kernel/events.js';
import { readiness } from '../domain/operations/doctor/readiness.js';
import { shareStandby } from '../domain/kernel/database/standby.js';
import { createCursors } from '../domain/kernel/records/cursors.js';
import { SessionUses } from '../domain/company/sessions/touch.js';
import { createOutside, type OutsideAccess } from '../domain/kernel/platform/outside.js';
import type { SetupCode } from '../domain/kernel/platform/setup-code.js';
import { createApp } from './app.js';
import { Capacity, type CapacityLimits } from './guard/capacity.js';
import { rememberMe } from '../domain/company/users/me.js';
import { UserCache } from './context.js';
import { EventHub } from './events.js';
import { FailureCounts } from './guard/failure-counts.js';
import type { Health } from './health.js';
import { createMetrics } from './middleware/observe.js';
import { ListenError } from './http/listen-error.js';
import { KeyRates } from './guard/key-rates.js';
import { KeyRing } from '../domain/company/keys/key-ring.js';
import { RateLimits } from './guard/rate-limits.js';
import { arrivalOptions, closeUnread } from './http/slow-clients.js';

export interface ServerOptions {
  /** Connections for writes, which the caller closes. */
  readonly db: Knex;
  readonly url: string;
  /** The home folder of the installation, whose disk has a metric. */
  readonly home?: string;
  /**
   * Connections for readiness checks, metrics and detecting hanging commits; created by default, and closed with the
   * server in either case.
   */
  readonly probe?: Knex;
  /** Connections for reads, closed with the server. */
  readonly reads?: Knex;
  /** How long a write may hang in its commit, in milliseconds; 4000 by default. */
  readonly writeDeadlineMs?: number;
  readonly secret: string;
  readonly logger: Logger;
  readonly host: string;
  readonly port: number;
  readonly clock?: Clock;
  readonly metricsToken?: string | undefined;
  readonly trustProxy?: boolean;
  readonly dashboardFolder?: string;
  readonly support?: SupportParts;
  /** Reaches other systems; by default with the secret, and only public addresses. */
  readonly outside?: OutsideAccess;
  /** The limits of one process that differ from the default. */
  readonly capacity?: Partial<CapacityLimits>;
  /** Accepted host names besides `host`, loopback names and IP addresses. */
  readonly allowedHosts?: readonly string[];
  /** Whether demo accounts can sign in from other machines. */
  readonly openDemo?: boolean;
  /** The code for first set-up, for an installation without users. */
  readonly setupCode?: SetupCode | undefined;
  /** The contacts in `security.txt`, as URIs. */
  readonly securityContacts?: readonly string[];
}

export interface RunningServer {
  readonly address: string;
  readonly port: number;
  /** Stops accepting requests, lets running ones finish (at most 10 s) and ends the event streams. */
  stop(): Promise<void>;
}

/** Starts the API and the dashboard. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { db, logger } = options;
  const hub = new EventHub();
  const reads =
    options.reads ??
    connect(options.url, { max: READ_CONNECTIONS, applicationName: 'shedworks-reads', acquireMs: 5000 });
  const probe = options.probe ?? connect(options.url, { max: 3, applicationName: 'shedworks-health' });
  shareStandby(db, reads);
  const watch = watchCommits(db, { over: probe, deadlineMs: options.writeDeadlineMs, logger });
  const users = new UserCache(reads);
  const me = rememberMe(reads);
  const keys = new KeyRing(reads, db, logger);
  const capacity = new Capacity(options.capacity);
  let stopping = false;
  const onSilence = () => {
    logger.error({}, 'the database does not respond; canceling the queries that wait for it');
    for (const pool of [db, reads, probe]) cutConnections(pool);
  };
  const events = listen(options.url, { ...passOn({ users, me, keys, hub }), onSilence });
  const { isSilent } = events;
  const health: Health = { stopping: () => stopping, isSilent, ready: () => readiness(probe) };
  const app = createApp({
    db,
    reads,
    logger,
    hub,
    users,
    remembered: me,
    keys,
    keyRates: new KeyRates(db),
    sessionUses: new SessionUses(),
    capacity,
    health,
    tokens: createTokens(options.secret),
    requestKey: keyFor('requests', options.secret),
    deviceKey: keyFor('devices', options.secret),
    sessionCookie: keyFor('cookies', options.secret).export().toString('hex').slice(0, 8),
    clock: options.clock ?? systemClock,
    limits: new RateLimits(db),
    failures: new FailureCounts(db),
    metrics: createMetrics(probe, options.metricsToken, {
      pools: { writes: db, reads, health: probe },
      folders: { ...(options.home !== undefined && { home: options.home }), temporary: os.tmpdir() },
      isListening: events.isOpen,
    }),
    support: options.support,
    outside: options.outside ?? createOutside(options.secret),
    cursors: createCursors(options.secret),
    trustProxy: options.trustProxy ?? false,
    hosts: [options.host, ...(options.allowedHosts ?? [])],
    openDemo: options.openDemo ?? false,
    setupCode: options.setupCode,
    securityContacts: options.securityContacts ?? [],
    ...(options.dashboardFolder ? { dashboardFolder: options.dashboardFolder } : {}),
  });
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!CLIENT_LEFT.has(error.code ?? '')) logger.error({ err: error }, 'could not send the response');
  });
  const leave = async (): Promise<void> => {
    watch.stop();
    await Promise.all([events.stop(), reads.destroy(), probe.destroy()]);
  };
  const leaveAndThrow = async (error: unknown): Promise<never> => {
    await leave();
    throw error;
  };
  await events.ready.catch(leaveAndThrow);
  const handle = app.callback();
  const callback: http.RequestListener = (request, response) => void handle(request, response);
  const server = http.createServer({ keepAliveTimeout: 65_000, ...arrivalOptions(capacity.limits) }, callback);
  closeUnread(server, capacity.limits);
  const unusedSockets = unusedConnections(server);
  const port = await bind(server, options).catch(leaveAndThrow);
  return {
    address: getAddress(options.host, port),
    port,
    stop: async () => {
      stopping = true;
      hub.close();
      await drain(server, unusedSockets);
      await leave();
    },
  };
}

interface Listeners {
  readonly users: UserCache;
  readonly me: ReturnType<typeof rememberMe>;
  readonly keys: KeyRing;
  readonly hub: EventHub;
}

/** Passes events on to the dashboards, and forgets what they make outdated. */
const passOn = ({ users, me, keys, hub }: Listeners) => ({
  onEvent: (event: DomainEvent) => {
    if (event.topic === 'users') users.forget();
    me.hear([event]);
    if (event.topic === 'users' || event.topic === 'keys') keys.forget();
    hub.emit(event);
  },
  onGap: () => {
    users.forget();
    me.forget();
    keys.forget();
    hub.renew(RENEW_MS); // events may have been missed, so clients reconnect and reload everything
  },
});

function getAddress(host: string, port: number): string {
  if (host === '127.0.0.1' || host === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Derives a key for one purpose from the secret. */
const keyFor = (purpose: string, secret: string) =>
  createSecretKey(createHmac('sha256', secret).update(purpose).digest());

const RENEW_MS = 2000;
const READ_CONNECTIONS = 10;

/**
 * Whether the browser closed the connection before the end of the answer, for example of an event stream or a page it
 * left.
 */
const CLIENT_LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

function bind(server: http.Server, { host, port }: ServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use by another program. Set PORT to a free one, for example PORT=${port + 1}.`,
        EACCES: `This account is not allowed to use port ${port}. Set PORT to a number above 1023.`,
        EADDRNOTAVAIL: `This machine does not have the address ${host}. Set HOST to one of its addresses.`,
      };
      reject(new ListenError(why[error.code ?? ''] ?? error.message));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port)); // it listens on TCP
  });
}

/** Connections without a request yet, which browsers open ahead of time. Node does not count them as idle. */
function unusedConnections(server: http.Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }) => sockets.delete(socket));
  return sockets;
}

function drain(server: http.Server, unusedSockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    for (const socket of unusedSockets) socket.destroy();
    const force = setTimeout(() => server.closeAllConnections(), 10_000);
    const sweep = setInterval(() => server.closeIdleConnections(), 50); // idle after its last answer, waiting for the next request
    server.close(() => {
      clearTimeout(force);
      clearInterval(sweep);
      resolve();
    });
  });
}
