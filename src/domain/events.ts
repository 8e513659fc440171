import type { Knex } from 'knex';
import pg from 'pg';
import type { DomainEvent, ProgressReport } from './context.js';

const CHANNEL = 'shedworks_events';

/** Tells every process about a change when the transaction commits (PostgreSQL NOTIFY, at most 8,000 bytes). */
export async function publish(db: Knex, event: DomainEvent): Promise<void> {
  const ids = event.ids && event.ids.length <= 80 ? event.ids : undefined;
  const all = [...new Set(event.shopIds)];
  for (let at = 0; at === 0 || at < all.length; at += 80) {
    await notify(db, { topic: event.topic, shopIds: all.slice(at, at + 80), ...(ids ? { ids } : {}) });
  }
}

/** Tells one user's dashboards, wherever they are connected, how far something is. `db` is no transaction: that would tell it at its end. */
export const publishProgress = (db: Knex, userId: string, progress: ProgressReport): Promise<void> =>
  notify(db, { topic: 'progress', shopIds: [], to: userId, progress });

const notify = async (db: Knex, event: DomainEvent): Promise<void> =>
  void (await db.raw('select pg_notify(?, ?)', [CHANNEL, JSON.stringify(event)]));

/** Listens for the events of all processes; reconnects by itself. Returns a function that stops listening. */
export function listen(
  url: string,
  onEvent: (event: DomainEvent) => void,
  onGap: () => void = () => undefined,
): { ready: Promise<void>; stop: () => Promise<void> } {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'shedworks-events' });
    next.on('error', () => void again(next));
    next.on('end', () => void again(next));
    next.on('notification', (n) => onEvent(JSON.parse(n.payload ?? '{}') as DomainEvent));
    client = next;
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
  };
  const again = (lost: pg.Client): void => {
    if (stopped || lost !== client) return;
    client = null;
    const attempt = (): void => void open().then(onGap, () => (retry = setTimeout(attempt, 1000)));
    retry = setTimeout(attempt, 250);
  };
  return {
    ready: open(),
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
