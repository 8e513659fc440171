import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { DomainError, invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { addJob, jobTask } from '../../kernel/queue/runs.js';
import { startWorker } from '../jobs/worker.js';
import { inTransaction } from '../../kernel/service.js';
import { homeShop, otherShop, silent, useWorld } from '../../testing/world.js';
import { forgetByAge } from '../retention/forget.js';
import { forgetSurplusErrors, keepError, type LogEntry } from './model.js';
import { deleteLog, deleteLogs, listLogs } from './service.js';
import { limit } from '../../testing/patience.js';

const world = useWorld();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await world.db('error_logs').delete();
});

const office = () => world.ctx('office.admin');
const shop = () => world.ctx('shop.admin');

async function keep(message: string, more: Partial<LogEntry> & { at?: string } = {}): Promise<void> {
  const { at, ...entry } = more;
  const requestId = `request-${newId()}`;
  const usualFilter = {
    kind: 'refused',
    functionName: 'POST /api/invoice',
    userName: 'Ruth Yoder',
    shopId: null,
  } as const;
  await keepError(world.db, { ...usualFilter, error: new Error(message), requestId, ...entry });
  if (at)
    await world
      .db('error_logs')
      .where({ request_id: entry.requestId ?? requestId })
      .update({ at });
}

describe('the error log', () => {
  test('stores line breaks and any characters that a text may contain; the same error only once', async () => {
    const error = new Error('first line\nsecond\0 \uD800 line');
    await keep('', { error, requestId: 'once' });
    await keep('', { error, requestId: 'twice' });
    const { items } = await listLogs(office(), {});
    expect(items).toMatchObject([
      { functionName: 'POST /api/invoice', user: 'Ruth Yoder', requestId: 'once', kind: 'refused' },
    ]);
    expect(items[0]?.message).toBe('first line\nsecond\uFFFD \uFFFD line');
  });

  test('shows a shop only the errors of its own users', async () => {
    const shopId = await world.findShopId(homeShop);
    await keep('mine', { shopId });
    await keep('a secret figure: 31,337.77', { shopId, kind: 'unexpected' });
    await keep('theirs', { shopId: await world.findShopId(otherShop) });
    await keep('of the office');
    const { items } = await listLogs(shop(), {});
    expect(items.map(({ message }) => message)).toEqual(['Something went wrong. We recorded the error.', 'mine']);
    expect((await listLogs(shop(), { search: 'secret' })).total).toBe(0);
    expect((await listLogs(office(), { search: 'secret' })).total).toBe(1);
    expect((await listLogs(office(), {})).total).toBe(4);
    for (const name of ['office.user', 'shop.user', 'builder', 'other.shop'] as const)
      await expect(listLogs(world.ctx(name), {})).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test("is searched by text, and by days in the company's time zone", async () => {
    await keep('early', { at: '2026-11-10T05:59:00Z' }); // the 9th in Chicago
    await keep('first', { at: '2026-11-10T06:00:00Z' });
    await keep('last', { at: '2026-11-12T05:59:00Z' }); // the 11th
    await keep('late', { at: '2026-11-12T06:00:00Z', requestId: 'request-of-late' });
    const findMessages = async (filter: Parameters<typeof listLogs>[1]) =>
      (await listLogs(office(), filter)).items.map(({ message }) => message);
    expect(await findMessages({ from: '2026-11-10', to: '2026-11-11' })).toEqual(['last', 'first']);
    expect(await findMessages({ to: '2026-11-09' })).toEqual(['early']);
    expect(await findMessages({ search: 'QUEST-of' })).toEqual(['late']);
    expect(await findMessages({ search: '%' })).toEqual([]);
    expect(await findMessages({ kind: 'unexpected' })).toEqual([]);
  });

  test('can be deleted entry by entry by those who see it; the history names the user', async () => {
    await keep('mine', { shopId: await world.findShopId(homeShop) });
    await keep('theirs', { shopId: await world.findShopId(otherShop) });
    const [theirs, mine] = (await listLogs(office(), {})).items;
    await expect(deleteLog(shop(), { id: theirs?._id ?? '' })).rejects.toThrow('Log not found');
    expect(await deleteLog(shop(), { id: mine?._id ?? '' })).toEqual({ msg: 'Log is deleted' });
    await expect(deleteLog(office(), { id: mine?._id ?? '' })).rejects.toThrow('Log not found');
    expect((await listLogs(office(), {})).items.map(({ message }) => message)).toEqual(['theirs']);
    const trail = await world.db('audit_entries').where({ entity: 'log' }).select('action', 'actor_name');
    expect(trail).toEqual([{ action: 'delete', actor_name: 'Ruth Yoder' }]);
  });

  test('can be deleted by filter, up to the newest entry seen, and only what its reader sees', async () => {
    const [mine, theirs] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
    await keep('old refusal', { shopId: mine, at: '2026-11-10T12:00:00Z' });
    await keep('new refusal', { shopId: mine, at: '2026-11-12T12:00:00Z' });
    await keep('late refusal', { shopId: mine, at: '2026-11-14T12:00:00Z' });
    await keep('a refusal of others', { shopId: theirs, at: '2026-11-10T12:00:00Z' });
    await keep('hidden refusal', { shopId: mine, kind: 'unexpected', at: '2026-11-10T12:00:00Z' });
    const readLeft = async () => (await listLogs(office(), {})).items.map(({ message }) => message);
    expect(await deleteLogs(shop(), { search: 'hidden' })).toEqual({ msg: '0 logs deleted.', deleted: 0 });
    const filter = { search: 'refusal', kind: 'refused', from: '2026-11-11' } as const;
    expect(await deleteLogs(shop(), { ...filter, until: '2026-11-13T00:00:00Z' })).toEqual({
      msg: '1 log deleted.',
      deleted: 1,
    });
    expect(await readLeft()).toHaveLength(4);
    expect(await readLeft()).not.toContain('new refusal');
    expect((await deleteLogs(shop(), {})).deleted).toBe(3);
    expect(await readLeft()).toEqual(['a refusal of others']);
    await expect(deleteLogs(world.ctx('office.user'), {})).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(deleteLogs(office(), { from: 'Monday' })).rejects.toMatchObject({ errors: [{ path: 'from' }] });
    const misspelledFilter = { knd: 'refused' } as object;
    await expect(deleteLogs(office(), misspelledFilter)).rejects.toMatchObject({ code: 'invalid-input' });
    const [entry] = (await world.db('audit_entries').where({ entity: 'log' }).orderBy('id', 'desc').limit(1)) as {
      before: object;
    }[];
    expect(entry).toMatchObject({ before: { deleted: 3 } });
  });

  test('deletes entries older than 90 days, and all but the newest 10,000', async () => {
    await keep('old', { at: '2026-08-01T00:00:00Z' });
    await world.db.raw(
      `insert into error_logs (id, at, function_name, user_name, message, request_id)
       select gen_random_uuid(), ?::timestamptz - n * interval '1 second', 'f', 'u', 'm' || n, 'r' from generate_series(1, 10050) n`,
      [world.now],
    );
    await forgetByAge(world.db, world.now);
    expect(await world.db('error_logs').where({ message: 'old' })).toEqual([]);
    await forgetSurplusErrors(world.db);
    const { rows } = (await world.db.raw('select count(*) n, min(at) as oldest from error_logs')) as {
      rows: { n: number; oldest: string }[];
    };
    expect(rows[0]).toEqual({ n: 10_000, oldest: new Date(world.now.getTime() - 10_000_000).toISOString() });
  });

  test('reports failures and refusals of jobs and tasks', { timeout: limit(30_000) }, async () => {
    const mistaken = jobTask(z.object({}), () => Promise.reject(invalid('file', 'is empty')));
    const refusedTask = jobTask(z.object({}), () => Promise.reject(new DomainError('not-receiver', undefined)));
    const brokenTask = jobTask(z.object({}), () => Promise.reject(new Error('no disk')));
    const worker = await startWorker({
      url: world.url,
      db: world.db,
      logger: silent,
      config: { MAIL_FROM: 'x@y' },
      tasks: { mistaken, refused: refusedTask, broken: brokenTask, task: () => Promise.reject(new Error('no memory')) },
    });
    cleanups.push(() => worker.stop());
    await inTransaction(world.ctx('shop.user'), (tx) => addJob(tx, 'mistaken', {}), false);
    const id = await inTransaction(world.ctx('shop.user'), (tx) => addJob(tx, 'refused', {}), false);
    await inTransaction(world.ctx('office.user'), (tx) => addJob(tx, 'broken', {}), false);
    await world.db.raw(`select graphile_worker.add_job('task', max_attempts := 1)`);
    const all = await vi.waitFor(
      async () => {
        const { items } = await listLogs(office(), {});
        expect(new Set(items.map(({ functionName }) => functionName)).size).toBe(3);
        expect(await world.db('job_runs').where({ name: 'mistaken' }).pluck('status')).toEqual(['failed']);
        return items;
      },
      { timeout: limit(20_000), interval: 100 },
    );
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ functionName: 'job refused', user: 'Sam Miller', kind: 'refused', requestId: id }),
        expect.objectContaining({ functionName: 'job broken', user: 'Owen Price', message: 'no disk' }),
        expect.objectContaining({ functionName: 'task task', user: '', message: 'no memory', kind: 'unexpected' }),
      ]),
    );
    expect((await listLogs(shop(), {})).items).toMatchObject([{ functionName: 'job refused' }]);
  });
});
