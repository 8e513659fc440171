import type { Context } from 'koa';
import type { Knex } from 'knex';
import type { Actor, Logger, Progress } from '../../domain/kernel/context.js';
import { invalid } from '../../domain/kernel/errors.js';
import { publishProgress } from '../../domain/kernel/events.js';
import { ProgressWriter } from '../../domain/kernel/queue/progress.js';
import { getState } from '../state.js';

const HEADER = 'X-Progress-Key';
const KEY = /^[A-Za-z0-9-]{16,64}$/;

/** The header as the OpenAPI document describes it. */
export const progressHeader = {
  name: HEADER,
  in: 'header',
  required: false,
  description: "Reports the progress of this call under this key on the caller's event streams (GET /api/events).",
  schema: { type: 'string', pattern: KEY.source },
} as const;

/**
 * Reports the progress of a request with a key of 16 to 64 letters, digits and `-` in `X-Progress-Key` to the event
 * streams of the same user. Reports are sent outside the request's transaction and never stored; one that cannot be
 * sent is only logged. Throws `invalid-input` for an invalid key.
 */
export function getProgress(
  { db, logger }: { readonly db: Knex; readonly logger: Logger },
  ctx: Context,
  actor: Actor | null,
): Progress | undefined {
  const key = ctx.get(HEADER);
  if (!key) return undefined;
  if (!KEY.test(key)) throw invalid(HEADER, 'must be 16 to 64 letters, digits or hyphens');
  const user = actor?.id;
  if (!user) return undefined;
  return new ProgressWriter((report) =>
    publishProgress(db, user, { key, ...report }).catch((error: unknown) =>
      logger.warn({ err: error, requestId: getState(ctx).requestId }, 'could not report progress'),
    ),
  );
}
