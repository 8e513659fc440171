import { timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import { DomainError } from '../domain/kernel/errors.js';
import type { Readiness } from '../domain/operations/doctor/readiness.js';
import type { Metrics } from './middleware/observe.js';
import { isFromHere } from './http/visitor.js';

/** Whether the process can serve: the database answers, accepts writes and has the newest schema. */
export interface Health {
  ready(): Promise<Readiness>;
  stopping(): boolean;
  /** Whether the database has not answered for several seconds. */
  isSilent(): boolean;
}

/** Refuses calls while the database does not answer, rather than let them wait for nothing. */
export const whileItAnswers =
  (state: Health) =>
  (ctx: Context, next: Next): Promise<void> => {
    if (state.isSilent() && ctx.path.startsWith('/api/')) throw new DomainError('database-unavailable', undefined);
    return next();
  };

const paths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** `/healthz` (the process), `/readyz` (database and migrations), `/metrics` (from this machine, or with the token). */
export function health(state: Health, metrics: Metrics) {
  const recent = forOneSecond(() => state.ready());
  const answer = async (ctx: Context, path: string): Promise<void> => {
    if (path === '/healthz') return void (ctx.body = { ok: true });
    if (path === '/readyz') {
      const report = await getReport(state, recent);
      ctx.status = report.ok ? 200 : 503;
      return void (ctx.body = report);
    }
    if (!mayMeasure(ctx, metrics.token)) return void (ctx.status = 403);
    await metrics.refresh();
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  };
  return (ctx: Context, next: Next): Promise<void> => {
    const { path } = ctx;
    return paths.has(path) ? answer(ctx, path) : next();
  };
}

/** The last answer of `ask` if it is at most a second old. Concurrent callers share one call. */
function forOneSecond<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; until: number } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.answer;
    const current = { answer: ask(), until: Infinity };
    const settle = () => void (current.until = performance.now() + 1000);
    void current.answer.then(settle, settle);
    last = current;
    return current.answer;
  };
}

function getReport(state: Health, recent: Health['ready']): ReturnType<Health['ready']> {
  const not = (database: string, migrations: string) => Promise.resolve({ ok: false, database, migrations });
  if (state.stopping()) return not('stopping', 'stopping');
  return state.isSilent() ? not('does not respond', 'unknown') : recent();
}

function mayMeasure(ctx: Context, token: string | undefined): boolean {
  if (!token) return isFromHere(ctx);
  const givenBytes = Buffer.from(ctx.get('authorization').replace(/^Bearer /, ''));
  const tokenBytes = Buffer.from(token);
  return givenBytes.length === tokenBytes.length && timingSafeEqual(givenBytes, tokenBytes);
}
