// One import from file to commit by the built product, in its own process, so that its memory can be measured.
import { readFile } from 'node:fs/promises';
import { systemActor, systemClock } from '../dist/domain/kernel/context.js';
import { peakMegabytes } from './lib/peak.mjs';
import { connect } from '../dist/domain/kernel/database/database.js';
import { importOrders } from '../dist/domain/imports/order-files/service.js';

const [, , url, file] = process.argv;
const db = connect(url, { max: 2 });
await db.raw('select 1');
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const start = performance.now();
const orders = JSON.parse(await readFile(file, 'utf8'));
const ctx = { db, actor: systemActor('bench'), clock: systemClock, logger, via: 'cli', requestId: 'bench' };
const { counts } = await importOrders(ctx, { orders });
const ms = performance.now() - start;
await db.destroy();
process.stdout.write(JSON.stringify({ ms, rss: peakMegabytes(), counts }));
