import type { Context, Next } from 'koa';
import type { Knex } from 'knex';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Logger } from '../../domain/kernel/context.js';
import { getState } from '../state.js';
import { addGauges } from './gauges.js';
import { addProcessGauges, type ProcessParts } from './process-gauges.js';

/** What /metrics reports: the process, requests by call and status, and waiting and failed work in the database. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram;
  readonly token: string | undefined;
  /** Reads the gauges of the database. Call it before the registry. */
  readonly refresh: () => Promise<void>;
}

export function createMetrics(db: Knex, token: string | undefined, parts: ProcessParts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addProcessGauges(registry, parts);
  const requests = new Histogram({
    name: 'shedworks_request_seconds',
    help: 'Request duration by call and status',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  return { registry, requests, token, refresh: addGauges(registry, db) };
}

/**
 * Writes one structured log line and one measurement per request, with caller, address and the reason for a refusal,
 * but never a body, token or query.
 */
export function observe(logger: Logger, metrics: Metrics) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    await next();
    const seconds = (performance.now() - start) / 1000;
    const { method, path, ip } = ctx.request;
    const { status } = ctx.response;
    const { requestId, routePath = path.startsWith('/api/') ? 'unknown' : 'dashboard', user } = getState(ctx);
    metrics.requests.observe({ method, path: routePath, status: String(status) }, seconds);
    const ms = Math.round(seconds * 1000);
    logger.info({ requestId, method, path, status, ms, user: user?.id, ip, code: refusalCode(ctx) }, 'request');
  };
}

/** The code of the refusal sent; undefined for other answers. */
function refusalCode({ status, body }: Context): unknown {
  return status >= 400 && typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}
