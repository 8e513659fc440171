// One report as a workbook by the built product, in its own process, so that its memory can be measured.
import { peakMegabytes } from './lib/peak.mjs';
import { systemActor, systemClock } from '../dist/domain/kernel/context.js';
import { connect } from '../dist/domain/kernel/database/database.js';
import { downloadReport } from '../dist/domain/reporting/reports/file.js';

const [, , url, name, filter] = process.argv;
const db = connect(url, { max: 2 });
await db.raw('select 1');
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ctx = { db, actor: systemActor('bench'), clock: systemClock, logger, via: 'cli', requestId: 'bench' };
const before = process.memoryUsage.rss() / 1_048_576;
const start = performance.now();
const { content } = await downloadReport(ctx, { name, filter: JSON.parse(filter), format: 'xlsx' });
let bytes = 0;
for await (const chunk of content) bytes += chunk.length;
const ms = performance.now() - start;
await db.destroy();
process.stdout.write(JSON.stringify({ ms, megabytes: peakMegabytes() - before, bytes }));
