import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { useWorld } from '../../testing/world.js';
import { stuckWork } from '../doctor/work.js';
import { forgetByAge } from './forget.js';
import { updateRetention, getRetention } from './service.js';

const world = useWorld();
const admin = () => world.ctx('office.admin');
const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(world.now.getTime() - days * DAY);

const readMail = async () => (await world.db('outbox_messages').orderBy('created_at').pluck('kind')) as string[];
beforeEach(async () => {
  const rows = [
    ['old', 'sent', 366],
    ['young', 'sent', 364],
    ['never sent', 'failed', 900],
  ] as const;
  for (const [kind, status, days] of rows)
    await world.db('outbox_messages').insert({
      ...{ id: newId(), kind, status, payload: {}, created_at: ago(days) },
      sent_at: status === 'sent' ? ago(days) : null,
    });
});
afterEach(async () => {
  await world.db('outbox_messages').delete();
  await world.db('companies').update({ retention: '{}' });
});

describe('expired records', () => {
  test('are deleted after a default number of days, except those that are not resolved', async () => {
    await forgetByAge(world.db, world.now);
    expect(await readMail()).toEqual(['never sent', 'young']);
  });

  test('are kept as long as the company configures', async () => {
    const { items } = await getRetention(admin(), {});
    expect(items.find(({ _id }) => _id === 'mail')).toMatchObject({ days: 365, usual: 365, rows: 2 });
    const result = await updateRetention(admin(), { mail: 30 });
    expect(result.items.find(({ _id }) => _id === 'mail')).toMatchObject({ days: 30 });
    expect(result.items.find(({ _id }) => _id === 'errorLog')).toMatchObject({ days: 90 });
    await forgetByAge(world.db, world.now);
    expect(await readMail()).toEqual(['never sent']);
    const [entry] = (await world.db('audit_entries').where({ action: 'change retention' })) as object[];
    expect(entry).toMatchObject({ before: { mail: 365 }, after: { mail: 30 } });
  });

  test('require whole days within ten years, set by a super admin', async () => {
    for (const mail of [0, 3651, 1.5, '30'])
      await expect(updateRetention(admin(), { mail } as never)).rejects.toMatchObject({ errors: [{ path: 'mail' }] });
    for (const who of ['office.user', 'shop.admin'] as const)
      await expect(updateRetention(world.ctx(who), { mail: 30 })).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('are reported by the doctor if nothing deletes them', async () => {
    const find = async (now: Date) =>
      (await stuckWork(world.db, now)).filter(({ what }) => what.includes('kept longer'));
    expect(await find(world.now)).toEqual([]);
    const [finding] = await find(new Date(world.now.getTime() + 3 * DAY));
    expect(finding).toMatchObject({ severity: 'warning', records: [expect.stringContaining('Sent emails: since')] });
  });
});
