import { readFile } from 'node:fs/promises';
import { systemActor, systemClock } from '../src/domain/context.js';
import { connect } from '../src/domain/database.js';
import { importOrders } from '../src/domain/orders/import-service.js';

/** One import from file to committed, in a process of its own, so that its memory can be told. */
const [, , url = '', file = ''] = process.argv;
const db = connect(url, { max: 2 });
await db.raw('select 1');
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const start = performance.now();
const orders: unknown = JSON.parse(await readFile(file, 'utf8'));
const parsed = performance.now() - start;
const ctx = { db, actor: systemActor('bench'), clock: systemClock, logger, via: 'cli' as const, requestId: 'bench' };
const { counts } = await importOrders(ctx, { orders });
const ms = performance.now() - start;
await db.destroy();
process.stdout.write(JSON.stringify({ ms, parsed, rss: process.resourceUsage().maxRSS / 1024, counts }));
