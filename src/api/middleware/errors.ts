import type { Context, Next } from 'koa';
import type { Logger } from '../../domain/kernel/context.js';
import { isAway, isFull } from '../../domain/kernel/database/errors.js';
import { DomainError, type ErrorKind } from '../../domain/kernel/errors.js';
import type { LogEntry } from '../../domain/operations/logs/model.js';
import { isLogged } from '../../domain/operations/logs/rules.js';
import type { LogKind } from '../../domain/operations/logs/schema.js';
import { getState } from '../state.js';
import { getErrorCode, toError, isObject } from '../../domain/kernel/objects.js';

/** The status of each kind of refusal. */
export const httpStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unprocessable: 422,
  'too-many': 429,
  timeout: 408,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

/** Logs unexpected errors and rejected changes with function, user, message and request ID. */
export type KeepError = (entry: LogEntry) => Promise<void>;

/**
 * Turns every refusal into `{ msg, code, errors, requestId }`. Anything unexpected is logged, stored and answered 500
 * without details. A refused change by a signed-in user is stored too.
 */
export function errors(logger: Logger, keep: KeepError) {
  const note = (ctx: Context, kind: LogKind, error: Error): Promise<void> => {
    const { requestId, routePath, user } = getState(ctx);
    const functionName = `${ctx.method} ${routePath ?? ctx.path}`;
    const entry = { kind, functionName, userName: user?.name ?? '', shopId: user?.shopId ?? null, error, requestId };
    return keep(entry).catch((reason: unknown) => logger.error({ err: reason }, 'the error log could not be written'));
  };
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (thrown) {
      const error = toDomainError(thrown);
      if (error) {
        answer(ctx, error);
        if (error.kind === 'unavailable')
          logger.warn({ err: thrown, requestId: getState(ctx).requestId }, 'responded that it is unavailable');
        return isRefusedWrite(ctx, error) ? note(ctx, 'refused', error) : undefined;
      }
      const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
      logger.error({ err: cause, requestId: getState(ctx).requestId }, 'unexpected error');
      ctx.status = 500;
      ctx.set('cache-control', 'no-store');
      ctx.body = {
        msg: 'Something went wrong. We recorded the error.',
        code: 'unexpected',
        errors: [],
        requestId: getState(ctx).requestId,
      };
      await note(ctx, 'unexpected', cause);
    }
  };
}

/** Whether a rule refused a change requested by a signed-in user; a preview is not a change. */
function isRefusedWrite(ctx: Context, error: DomainError): boolean {
  const { user, changes = false } = getState(ctx);
  return changes && Boolean(user) && ctx.query['preview'] === undefined && isLogged(error);
}

/** What errors of some kinds have in addition, such as when to try again. */
const toDetail = ({ details }: DomainError, name: string): unknown => (isObject(details) ? details[name] : undefined);

function answer(ctx: Context, error: DomainError): void {
  ctx.set('cache-control', 'no-store');
  ctx.status = httpStatus[error.kind];
  if (error.kind === 'too-many') ctx.set('Retry-After', String(toDetail(error, 'retryAfter')));
  if (error.kind === 'unavailable') ctx.set('Retry-After', '5');
  const current = error.code === 'stale-record' ? { current: toDetail(error, 'current') } : {};
  ctx.body = {
    msg: error.message,
    code: error.code,
    errors: error.errors,
    requestId: getState(ctx).requestId,
    ...current,
  };
}

/** How the multipart parser reports an invalid form. */
const BAD_FORM = /^(Multipart: |Malformed (part|content)|Unexpected end of )/i;

/**
 * The refusal behind an error, if any: ours, the body parser's, the upload's, a full disk or an unreachable database.
 */
function toDomainError(thrown: unknown): DomainError | null {
  if (thrown instanceof DomainError) return thrown;
  const { name, message } = toError(thrown);
  const code = getErrorCode(thrown);
  const status = isObject(thrown) ? thrown['status'] : undefined;
  if (code === 'LIMIT_FILE_SIZE') return new DomainError('too-large', { limit: 'allowed' });
  if (status === 400 || name === 'MulterError' || BAD_FORM.test(message)) {
    return new DomainError('invalid-input', {
      errors: [{ path: '', msg: `Could not read the request: ${message}` }],
    });
  }
  if (status === 415)
    return new DomainError('invalid-input', { errors: [{ path: '', msg: 'Send JSON or a multipart form.' }] });
  if (isFull(thrown)) return new DomainError('no-room', undefined);
  if (isAway(thrown)) return new DomainError('database-unavailable', undefined);
  return null;
}
