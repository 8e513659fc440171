import { timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Metrics } from './middleware/observe.js';

/** Whether the process can serve: the database answers and its schema is the newest. */
export interface Health {
  ready(): Promise<{ ok: boolean; database: string; migrations: string }>;
  stopping(): boolean;
}

/** `/healthz` (the process), `/readyz` (database and migrations), `/metrics` (from this machine, or with the token). */
export function health(state: Health, metrics: Metrics) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.path === '/healthz') return void (ctx.body = { ok: true });
    if (ctx.path === '/readyz') {
      const report = state.stopping()
        ? { ok: false, database: 'stopping', migrations: 'stopping' }
        : await state.ready();
      ctx.status = report.ok ? 200 : 503;
      return void (ctx.body = report);
    }
    if (ctx.path !== '/metrics') return void (await next());
    if (!mayMeasure(ctx, metrics.token)) return void (ctx.status = 403);
    await metrics.refresh();
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  };
}

function mayMeasure(ctx: Context, token: string | undefined): boolean {
  if (!token) return /^(::1|127\.|::ffff:127\.)/.test(ctx.ip);
  const given = Buffer.from(ctx.get('authorization').replace(/^Bearer /, ''));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
