import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { startWorker } from '../../operations/jobs/worker.js';
import { createView } from '../saved-views/service.js';
import { startSmtpSink } from '../../testing/smtp-sink.js';
import { silent, useWorld } from '../../testing/world.js';
import { sweepSchedules } from './due.js';
import { listScheduleRuns } from './runs.js';
import { createSchedule } from './service.js';
import { limit } from '../../testing/patience.js';

const world = useWorld();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const workerFile = fileURLToPath(new URL('../../operations/jobs/worker.ts', import.meta.url));
const databaseFile = fileURLToPath(new URL('../../kernel/database/database.ts', import.meta.url));

test(
  'a run whose worker is killed is completed by the next one, and mailed once',
  { timeout: limit(60_000) },
  async () => {
    const office = () => world.ctx('office.user');
    const view = await createView(office(), { name: 'Invoices', report: 'invoices', filter: {} });
    const when = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['a@example.com'] };
    const { item: one } = await createSchedule(office(), { view: view.item._id, ...when });
    const log = async () => (await listScheduleRuns(office(), { id: one._id })).items;
    world.now = new Date('2026-11-23T13:00:10Z');
    const clock = { now: () => world.now };
    await sweepSchedules({ db: world.db, clock, logger: silent });
    const [run] = await log();
    const code = `
    import { startWorker } from ${JSON.stringify(workerFile)};
    import { connect } from ${JSON.stringify(databaseFile)};
    const logger = { info() {}, warn() {}, error() {} };
    const hang = (_task, { id }) => new Promise(() => { if (id === ${JSON.stringify(run?._id)}) console.log('taken'); setInterval(() => {}, 1000); });
    const url = ${JSON.stringify(world.url)};
    await startWorker({ url, db: connect(url), logger, config: { MAIL_FROM: 'x@y' }, tasks: { 'run-schedule': hang } });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanups.push(() => child.kill('SIGKILL'));
    await world.db.raw(`delete from graphile_worker._private_jobs where key is distinct from ?`, [
      `schedule-run:${run?._id}`,
    ]);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const sink = await startSmtpSink();
    cleanups.push(() => sink.stop());
    const marks = `select from pg_locks where locktype = 'advisory' and classid = 7246003
    and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect(((await world.db.raw(marks)) as { rows: unknown[] }).rows).toEqual([]), {
      timeout: limit(10_000),
    });
    const config = { SMTP_URL: sink.url, MAIL_FROM: 'office@heartland.example.com' };
    for (let at = 0; at < 2; at++) {
      const worker = await startWorker({ url: world.url, db: world.db, logger: silent, config, clock });
      cleanups.push(() => worker.stop());
    }
    const readSent = async () => (await log())[0]?.message?.status;
    await vi.waitFor(async () => expect(await readSent()).toBe('sent'), { timeout: limit(30_000), interval: 100 });
    expect(
      sink.mails.filter((mail) => mail.includes(`Subject: Heartland Portable Buildings: ${one.view.name} (`)),
    ).toHaveLength(1);
  },
);
