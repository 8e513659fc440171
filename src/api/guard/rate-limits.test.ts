import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../domain/kernel/context.js';
import { demoPassword } from '../../domain/operations/demo/accounts.js';
import { runSchedule } from '../../domain/reporting/schedules/run.js';
import { silent, useWorld } from '../../domain/testing/world.js';
import { openApi, useApi, type Api } from '../testing/api.js';

interface SaveAnswer {
  readonly item: { readonly _id: string };
}

const world = useWorld();
const one = useApi(world);
let two: Api;
beforeAll(async () => {
  two = await openApi(world);
});
afterAll(() => two.server.stop());
beforeEach(() => world.db('rate_limits').delete());

const signIn = (api: Api, password: string) =>
  api.call(null, 'POST', '/api/auth', { body: { userName: 'office.user@demo.test', password } });

describe('two servers on one database count together', () => {
  test('failed sign-ins, including simultaneous ones', async () => {
    const failures = await Promise.all(
      Array.from({ length: 10 }, (_, n) => signIn(n % 2 ? one : two, 'wrong-password')),
    );
    expect(failures.map(({ status }) => status)).toEqual(failures.map(() => 401));
    for (const api of [one, two]) expect((await signIn(api, demoPassword)).status).toBe(429);
  });

  test('uploads: sixty a minute from one user, preview or not', async () => {
    const upload = (api: Api, who: 'office.user' | 'office.admin') =>
      api.call(who, 'POST', '/api/orders?preview=true', { body: { orders: [] } });
    const statuses: number[] = [];
    for (let n = 0; n < 60; n++) statuses.push((await upload(n % 2 ? one : two, 'office.user')).status);
    expect(statuses).not.toContain(429);
    for (const api of [one, two]) {
      const refusal = await upload(api, 'office.user');
      expect(refusal).toMatchObject({ status: 429, json: { code: 'too-many-attempts' } });
      expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect((await upload(one, 'office.admin')).status).not.toBe(429);
  });

  test('tickets: twenty an hour from one user, then 429 with the time to wait, and no ticket is stored', async () => {
    const submit = (n: number, who: 'builder' | 'shop.user' = 'builder') =>
      (n % 2 ? one : two).call(who, 'POST', '/api/support/ticket', {
        body: { description: `Ticket ${n}`, priority: 'Low' },
      });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => submit(n)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 20 }, () => 200),
      ...Array.from({ length: 10 }, () => 429),
    ]);
    const refusal = await submit(30);
    expect(refusal.json).toMatchObject({
      code: 'ticket-quota',
      msg: expect.stringMatching(/^You can submit 20 tickets/),
    });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3000);
    expect(await world.db('support_tickets').whereLike('description', 'Ticket %').pluck('id')).toHaveLength(20);
    expect((await submit(31, 'shop.user')).status).toBe(200);
  });

  test('emails: a user with a schedule of 50 recipients sends two an hour, then 429 with the time to wait', async () => {
    const recipients = Array.from({ length: 50 }, (_, n) => `person${n}@example.com`);
    const view = await one.call('shop.user', 'POST', '/api/savedview', {
      body: { name: 'A text of my choice', report: 'order-profit', filter: {} },
    });
    const schedule = await one.call('shop.user', 'POST', '/api/schedule', {
      body: { view: (view.json as SaveAnswer).item._id, cron: '0 * * * *', timeZone: 'America/Chicago', recipients },
    });
    const { _id: id } = (schedule.json as SaveAnswer).item;
    const first = (await one.call('shop.user', 'POST', `/api/schedule/${id}/run`)).json as { run: { _id: string } };
    const task = { db: world.db, clock: systemClock, logger: silent, lastAttempt: true };
    await runSchedule(task, first.run._id);
    const again = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        (n % 2 ? one : two).call('shop.user', 'POST', `/api/schedule/run/${first.run._id}/again`),
      ),
    );
    expect(again.filter(({ status }) => status === 201)).toHaveLength(1);
    const refusals = again.filter(({ status }) => status === 429);
    expect(refusals).toHaveLength(31);
    expect(refusals[0]?.json).toMatchObject({
      code: 'mail-quota',
      msg: expect.stringMatching(/^You can send 100 emails/),
    });
    expect(Number(refusals[0]?.headers['retry-after'])).toBeGreaterThan(3000);
    const mails = (await world.db('outbox_messages').whereNotNull('sender_id').pluck('payload')) as {
      to: string;
      subject: string;
    }[];
    expect(mails).toHaveLength(100);
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(recipients));
    for (const { subject } of mails) expect(subject).toMatch(/^Heartland Portable Buildings: A text of my choice/);
  });
});
