import type { Knex } from 'knex';
import type { Ctx } from '../../kernel/context.js';
import { publish } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import { describeDevice } from './device.js';
import type { AccessKind, AccessResult } from './schema.js';

/** An event about an account, such as a sign-in. */
export interface AccessEntry {
  readonly kind: AccessKind;
  /** `done` by default. */
  readonly result?: AccessResult;
  /** The account; only the entered address if no account has it. */
  readonly user: { readonly id: string | null; readonly userName: string };
  /** One short sentence for a super admin. It must never contain a password, token or code. */
  readonly detail?: string;
}

type Source = Pick<Ctx, 'db' | 'clock' | 'actor' | 'via' | 'requestId' | 'client'>;

const MOST_TEXT = 500;

/**
 * Writes an entry to the access log. Call it in the transaction of the event. A refusal rolls its transaction back,
 * so record a refusal before it, with the context of the call.
 */
export async function recordAccess(
  ctx: Source,
  { kind, result = 'done', user, detail = '' }: AccessEntry,
): Promise<void> {
  const { db, clock, actor, via, requestId, client } = ctx;
  const isTyped = user.id === null;
  await db('access_events').insert({
    id: newId(),
    at: clock.now(),
    kind,
    result,
    user_id: user.id,
    user_name: isTyped ? toTypedAddress(user.userName) : user.userName,
    actor_id: actor ? actor.id : user.id,
    actor_name: actor ? actor.name : '',
    via,
    address: client?.address ?? '',
    device: describeDevice(client?.userAgent ?? ''),
    detail: detail.slice(0, MOST_TEXT),
    request_id: requestId,
  });
  await publish(db, { topic: 'accessLog', shopIds: [] });
}

/** Keeps only what looks like an email address, because users sometimes type passwords into the wrong field. */
const toTypedAddress = (text: string): string =>
  /^[\w.+-]{1,64}@[\w-]+(\.[\w-]+)+$/.test(text) ? text.toLowerCase() : '';

const DAYS = 90;
const MOST = 100_000;
/** Failed sign-ins have a separate limit, so that no one can use them to push everything else out of the log. */
const MOST_REFUSED = 20_000;

/** Deletes entries older than 90 days, and all but the newest 100,000, of which at most 20,000 are refusals. */
export async function forgetOldAccess(db: Knex, now: Date): Promise<void> {
  await db('access_events')
    .where('at', '<', new Date(now.getTime() - DAYS * 24 * 3600 * 1000))
    .delete();
  await db.raw(
    `delete from access_events where result = 'refused' and (at, id) <=
       (select at, id from access_events where result = 'refused' order by at desc, id desc offset ? limit 1)`,
    [MOST_REFUSED],
  );
  await db.raw(
    `delete from access_events where (at, id) <= (select at, id from access_events order by at desc, id desc offset ? limit 1)`,
    [MOST],
  );
}
