import type { Context } from 'koa';
import type { Knex } from 'knex';
import type { Actor, Logger, Progress } from '../../domain/kernel/context.js';
import { invalid } from '../../domain/kernel/errors.js';
import { publishProgress } from '../../domain/kernel/events.js';
import { ProgressWriter } from '../../domain/kernel/queue/progress.js';
import { stateOf } from '../state.js';

const HEADER = 'X-Progress-Key';
const KEY = /^[A-Za-z0-9-]{16,64}$/;

/** The header as the OpenAPI document tells it. */
export const progressHeader = {
  name: HEADER,
  in: 'header',
  required: false,
  description: "Follows the call: the caller's event streams (GET /api/events) are told how far it is, under this key.",
  schema: { type: 'string', pattern: KEY.source },
} as const;

/**
 * Follows a request that names a key of 16 to 64 letters, digits and `-` in `X-Progress-Key`: the event streams of the
 * same user are told how far it is. Told outside of the request's transaction and kept nowhere; a report that cannot be
 * told is logged and does no harm. Throws `invalid-input` for another kind of key.
 */
export function progressOf(
  { db, logger }: { readonly db: Knex; readonly logger: Logger },
  ctx: Context,
  actor: Actor | null,
): Progress | undefined {
  const key = ctx.get(HEADER);
  if (!key) return undefined;
  if (!KEY.test(key)) throw invalid(HEADER, 'is 16 to 64 letters, digits and -');
  const user = actor?.id;
  if (!user) return undefined;
  return new ProgressWriter((report) =>
    publishProgress(db, user, { key, ...report }).catch((error: unknown) =>
      logger.warn({ err: error, requestId: stateOf(ctx).requestId }, 'progress could not be told'),
    ),
  );
}
