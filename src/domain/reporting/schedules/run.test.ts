import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { can } from '../../kernel/rights/permissions.js';
import { updateUser } from '../../company/users/service.js';
import { listUnreadAlerts } from '../../messaging/notices/service.js';
import { sweepNotices } from '../../operations/notices/standing.js';
import { stuckWork } from '../../operations/doctor/work.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { batchMessages, deliverMessage } from '../../messaging/outbox/deliver.js';
import { createMailer } from '../../kernel/platform/mail.js';
import { reports } from '../reports/registry.js';
import { invoiceReport } from '../reports/invoices/invoice-report.js';
import { totalText } from '../reports/total-text.js';
import { createView, updateView } from '../saved-views/service.js';
import { startSmtpSink, type SmtpSink } from '../../testing/smtp-sink.js';
import { notifyEveryone } from '../../testing/notify-everyone.js';
import { silent, useWorld, type ActorName } from '../../testing/world.js';
import { sweepSchedules } from './due.js';
import { runSchedule } from './run.js';
import { listScheduleRuns, runScheduleNow, resendScheduleRun } from './runs.js';
import type { Schedule } from './schema.js';
import { createSchedule, updateSchedule, getSchedule } from './service.js';

const world = useWorld();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
const START = '2026-11-18T15:00:00Z';
const DUE = '2026-11-23T13:00:10Z';
const MAIL_FROM = 'Shedworks <office@heartland.example.com>';
beforeEach(() => {
  world.now = new Date(START);
});

let n = 0;
async function schedule(more: object = {}, who: ActorName = 'office.user'): Promise<Schedule> {
  const filter = { range: 'this-month', invoiceStatus: [] };
  const report = can(world.actor(who), invoiceReport.permission) ? invoiceReport.name : 'order-profit';
  const view = await createView(world.ctx(who), { name: `Invoices ${(n += 1)}`, report, filter });
  const when = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['a@example.com', 'b@example.com'] };
  return (await createSchedule(world.ctx(who), { view: view.item._id, ...when, ...more })).item;
}
const task = () => ({ db: world.db, clock: { now: () => world.now }, logger: silent, lastAttempt: true });
const log = async ({ _id: id }: Schedule, who: ActorName = 'office.admin') =>
  (await listScheduleRuns(world.ctx(who), { id })).items;
const messages = async (match: string) => {
  await notifyEveryone(world);
  return (await world
    .db('outbox_messages')
    .whereRaw(`payload ->> 'subject' like ?`, [`%${match}%`])
    .orderBy('id')
    .select('id', 'payload', 'status')) as {
    id: string;
    status: string;
    payload: { to: string; text: string };
  }[];
};
/** Makes a schedule due and starts it, once for each of several workers. */
async function sweep(at: string, workers = 1): Promise<void> {
  world.now = new Date(at);
  await Promise.all(Array.from({ length: workers }, () => sweepSchedules(task())));
}
async function fire(one: Schedule, at = DUE): Promise<void> {
  await sweep(at);
  for (const run of await log(one)) if (run.status === 'waiting') await runSchedule(task(), run._id);
}
/** The short texts of the alarms of a schedule that are neither read nor resolved. */
async function findAlarms({ view }: Schedule, who: ActorName = 'office.user'): Promise<string[]> {
  await sweepNotices(task());
  const { items } = await listUnreadAlerts(world.ctx(who), {});
  return items.flatMap(({ msg, content }) => (msg.includes(view.name) ? [content] : []));
}
async function readSink(): Promise<SmtpSink> {
  const sink = await startSmtpSink();
  cleanups.push(() => sink.stop());
  return sink;
}
async function deliver(url: string, id: string): Promise<void> {
  const mailer = createMailer({ SMTP_URL: url, MAIL_FROM });
  await deliverMessage({ db: world.db, mailer, desk: null, now: world.now, last: true }, id);
}

describe('a schedule that is due', () => {
  test("sends its view's report with totals and file, and gets its next time", async () => {
    for (let at = 0; at < 2; at++)
      await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
    const one = await schedule();
    await fire(one);
    const table = await invoiceReport.table(
      { ...world.ctx('office.user'), actor: world.actor('office.user') },
      invoiceReport.filter.parse({ range: 'this-month', invoiceStatus: [] }),
    );
    const totals = (await table.totals()).map((total) => ({ label: total.label, value: totalText(total) }));
    expect(totals.some(({ value }) => value.startsWith('2, $'))).toBe(true);
    const [run] = await log(one);
    expect(run).toMatchObject({
      ...{ cause: 'schedule', status: 'done', late: false, missed: 0, rows: 2, totals, attached: true, error: null },
      ...{
        fileName: 'Shedworks_InvoiceReport.xlsx',
        dueAt: '2026-11-23T13:00:00.000Z',
        finishedAt: world.now.toISOString(),
      },
      recipients: ['a@example.com', 'b@example.com'],
    });
    expect(await getSchedule(world.ctx('office.user'), { id: one._id })).toMatchObject({
      nextRunAt: '2026-11-30T13:00:00.000Z',
      alarm: null,
    });
    const sink = await readSink();
    await deliver(sink.url, run?.message?._id ?? '');
    const [mail = ''] = sink.mails;
    expect(mail).toContain(`Subject: Heartland Portable Buildings: ${one.view.name} (Shop invoice report)`);
    expect(mail).toMatch(/^To: a@example\.com$/m);
    expect(mail).not.toContain('b@example.com');
    const text = mail.replace(/=\n/g, '');
    for (const { label, value } of totals) expect(text).toContain(`${label}: ${value}`);
    expect(text).toContain('At 07:00, only on Monday, America/Chicago');
    const file = /filename="?Shedworks_InvoiceReport\.xlsx"?[\s\S]*?\n\n([A-Za-z0-9+/=\n]+)/.exec(mail)?.[1] ?? '';
    expect(Buffer.from(file, 'base64').subarray(0, 2).toString()).toBe('PK');
  });

  test("uses the company's product name in its email", async () => {
    await world.db('companies').update({ product_name: 'Barn Desk' });
    const one = await schedule();
    await fire(one);
    await world.db('companies').update({ product_name: 'Shedworks' });
    const [run] = await log(one);
    const storedMail = (await world.db('outbox_messages').where({ id: run?.message?._id }).first('payload')) as {
      payload: { text: string };
    };
    expect(storedMail.payload.text).toContain('Barn Desk sends this on');
    expect(run?.fileName).toBe('Barn-Desk_InvoiceReport.xlsx');
  });

  test('sends the audit trail of a saved view, narrowed as saved', async () => {
    const ownerCtx = world.ctx('office.admin');
    const filter = { range: 'last-31-days', recordKind: 'invoice' };
    await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
    const view = await createView(ownerCtx, { name: 'Who changed invoices', report: 'trail', filter });
    const when = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['a@example.com'] };
    const { item } = await createSchedule(ownerCtx, { view: view.item._id, ...when });
    await fire(item);
    const [run] = await log(item);
    expect(run).toMatchObject({ status: 'done', attached: true, fileName: 'trail.xlsx' });
    const { payload } = (await world.db('outbox_messages').where({ id: run?.message?._id }).first('payload')) as {
      payload: { text: string; attachments?: unknown };
    };
    expect(payload.text).toContain('Kind of record: Invoice');
  });

  test('is sent as a PDF if so chosen', async () => {
    const one = await schedule({ format: 'pdf' });
    await fire(one);
    const [run] = await log(one);
    const attachment = (await world.db('outbox_attachments').where({ outbox_id: run?.message?._id }).first()) as {
      type: string;
      content: Buffer;
    };
    expect(attachment.type).toBe('application/pdf');
    expect(attachment.content.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('is started once by simultaneous workers, and sent once by those that process the same run', async () => {
    const one = await schedule();
    await sweep(DUE, 6);
    const runs = await log(one);
    expect(runs).toHaveLength(1);
    await Promise.all(Array.from({ length: 4 }, () => runSchedule(task(), runs[0]?._id ?? '')));
    await runSchedule(task(), runs[0]?._id ?? '');
    expect((await messages(one.view.name)).map(({ payload }) => payload.to)).toEqual([
      'a@example.com',
      'b@example.com',
    ]);
  });

  test('after a time without a worker is sent once for all missed times, with a note and an alarm', async () => {
    const one = await schedule();
    await fire(one, '2026-12-08T20:00:00Z');
    const [run, ...otherRuns] = await log(one);
    expect(otherRuns).toEqual([]);
    expect(run).toMatchObject({ status: 'done', late: true, missed: 2, dueAt: '2026-12-07T13:00:00.000Z' });
    const sentMails = await messages(one.view.name);
    const alarm = sentMails.find(({ payload }) => payload.to === 'office.user@demo.test');
    const report = sentMails.find(({ payload }) => payload.to === 'a@example.com');
    expect(report?.payload.text).toContain('was due at 12/07/2026 07:00. It is late');
    expect(report?.payload.text).toContain('It is sent once instead of 3 times.');
    expect(alarm?.payload.text).toContain('It is late');
    await deliver((await readSink()).url, report?.id ?? '');
    expect(await findAlarms(one)).toEqual([expect.stringContaining('It is late')]);
    expect((await getSchedule(world.ctx('office.user'), { id: one._id })).nextRunAt).toBe('2026-12-14T13:00:00.000Z');
  });

  test('is not started while it is off', async () => {
    const one = await schedule({ active: false });
    await sweep('2026-12-30T00:00:00Z');
    expect(await log(one)).toEqual([]);
  });

  test('sends its view in its current state', async () => {
    const one = await schedule();
    await updateView(world.ctx('office.user'), { id: one.view._id, name: 'Renamed', filter: { range: 'last-year' } });
    await fire(one);
    expect((await messages('Renamed'))[0]?.payload.text).toContain('Last year');
  });
});

test('can send every report, as a workbook and as a PDF', async () => {
  const shop = await world.findShopId('Ridge Line Barns');
  for (const { name: report, permission } of reports) {
    const who = (['office.user', 'shop.user', 'office.admin'] as const).find((one) =>
      can(world.actor(one), permission),
    );
    if (!who) throw new Error(`nobody may see ${report}`);
    const filter = report === 'addons' ? { shop } : {};
    const { item } = await createView(world.ctx(who), { name: `Sent ${report}`, report, filter });
    for (const format of ['xlsx', 'pdf'] as const) {
      const { _id: id } = await schedule({ view: item._id, format }, who);
      const { run } = await runScheduleNow(world.ctx(who), { id });
      await runSchedule(task(), run._id);
      const [doneRun] = (await listScheduleRuns(world.ctx(who), { id })).items;
      expect({ report, format, ...doneRun }).toMatchObject({ status: 'done', attached: true, error: null });
    }
  }
});

describe('a run is refused, with an alarm', () => {
  const change = async (who: ActorName, more: object) =>
    updateUser(world.ctx('office.admin'), { id: world.actor(who).id ?? '', ...more });

  test('of a deactivated owner; its Admins are notified', async () => {
    const one = await schedule();
    await world
      .db('users')
      .where({ id: world.actor('office.user').id })
      .update({ active: false });
    await fire(one);
    await world
      .db('users')
      .where({ id: world.actor('office.user').id })
      .update({ active: true });
    const [run] = await log(one);
    expect(run).toMatchObject({ status: 'failed', message: null, error: expect.stringContaining('is deactivated') });
    const notices = (await listUnreadAlerts(world.ctx('office.admin'), {})).items.map(({ msg }) => msg);
    expect(notices.some((msg) => msg.includes(one.view.name))).toBe(true);
    const mails = await messages(one.view.name);
    expect(mails.map(({ payload }) => payload.to)).toContain('office.admin@demo.test');
    expect(mails.map(({ payload }) => payload.to)).not.toContain('a@example.com');
  });

  test('of an owner who moved to a shop; the Admins of its side are notified', async () => {
    const one = await schedule();
    const shop = await world.findShopId('Ridge Line Barns');
    await change('office.user', { role: 'Shop User', shop });
    await fire(one);
    const [run] = await log(one);
    expect(run).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no longer has permission to use its view'),
    });
    await change('office.user', { role: 'Office User', shop: null });
    const alerts = async (who: ActorName) =>
      (await listUnreadAlerts(world.ctx(who), {})).items.filter(({ msg }) => msg.includes(one.view.name));
    expect(await alerts('office.user')).toEqual([]);
    const [alert, ...otherAlerts] = await alerts('office.admin');
    expect(otherAlerts).toEqual([]);
    expect(alert?.content).toContain(`The schedule belongs to ${one.owner.name}.`);
    expect((await getSchedule(world.ctx('office.admin'), { id: one._id })).alarm).toContain('Its last run failed');
    expect(await stuckWork(world.db, world.now)).toContainEqual(
      expect.objectContaining({
        what: 'the last run of a schedule failed',
        records: expect.arrayContaining([expect.stringContaining(one._id)]),
      }),
    );
  });

  test('after an unexpected error, which is retried and reported after the last attempt', async () => {
    const one = await schedule();
    await sweep(DUE);
    const [run] = await log(one);
    await world.db('saved_views').where({ id: one.view._id }).update({ report: 'gone' });
    await runSchedule(task(), run?._id ?? '');
    expect((await log(one))[0]).toMatchObject({ status: 'failed', error: 'Report not found' });
  });

  test('that did not run within an hour', async () => {
    const one = await schedule();
    await sweep(DUE);
    await sweep('2026-11-23T13:30:00Z');
    expect((await log(one))[0]).toMatchObject({ status: 'waiting' });
    await sweep('2026-11-23T14:10:00Z');
    const [run] = await log(one);
    expect(run).toMatchObject({ status: 'failed', error: 'It did not finish within an hour.' });
    await runSchedule(task(), run?._id ?? '');
    expect(await messages(`${one.view.name} (`)).toEqual([]);
  });

  test('whose email could not be sent, once', async () => {
    const one = await schedule();
    await fire(one);
    const [run] = await log(one);
    await expect(deliver('smtp://127.0.0.1:1', run?.message?._id ?? '')).rejects.toThrow();
    await sweep('2026-11-23T13:02:00Z');
    await sweep('2026-11-23T13:03:00Z');
    const alarms = (await messages(one.view.name)).filter(({ payload }) => payload.text.includes('could not be sent'));
    expect(alarms).toHaveLength(1);
    expect((await getSchedule(world.ctx('office.user'), { id: one._id })).alarm).toContain('could not be sent');
  });

  test('one of whose emails was refused', async () => {
    const one = await schedule();
    await fire(one);
    const [run] = await log(one);
    const { batch_id } = (await world.db('outbox_messages').where({ id: run?.message?._id }).first('batch_id')) as {
      batch_id: string;
    };
    const [first, second] = await batchMessages(world.db, batch_id);
    await deliver((await readSink()).url, first ?? '');
    await world.db('outbox_messages').where({ id: second }).update({ status: 'refused', error: 'No such user' });
    expect((await log(one))[0]?.message).toMatchObject({ _id: second, status: 'refused' });
    const { alarm } = await getSchedule(world.ctx('office.user'), { id: one._id });
    expect(alarm).toBe('Its last email could not be sent: No such user');
  });

  async function fireTwice() {
    world.now = new Date('2026-11-22T15:00:00Z');
    const one = await schedule({ cron: '0 7 * * *', recipients: ['a@example.com'] });
    await fire(one);
    await fire(one, '2026-11-24T13:00:10Z');
    const [tuesday, monday] = await log(one);
    return { one, monday, tuesday };
  }

  test('whose email could not be sent while the next one waits, until that is sent', async () => {
    const { one, monday, tuesday } = await fireTwice();
    await sweep('2026-11-24T18:00:00Z');
    await expect(deliver('smtp://127.0.0.1:1', monday?.message?._id ?? '')).rejects.toThrow();
    await sweep('2026-11-24T18:01:00Z');
    const getShownAlarm = async () => (await getSchedule(world.ctx('office.user'), { id: one._id })).alarm;
    expect(await findAlarms(one)).toEqual([expect.stringContaining('could not be sent')]);
    expect(await getShownAlarm()).toContain('could not be sent');
    await sweep('2026-11-24T18:02:00Z');
    await deliver((await readSink()).url, tuesday?.message?._id ?? '');
    expect(await findAlarms(one)).toEqual([]);
    expect(await getShownAlarm()).toBeNull();
  });

  test('whose email could not be sent when the next one already was, until another is sent', async () => {
    const { one, monday, tuesday } = await fireTwice();
    await deliver((await readSink()).url, tuesday?.message?._id ?? '');
    await expect(deliver('smtp://127.0.0.1:1', monday?.message?._id ?? '')).rejects.toThrow();
    await sweep('2026-11-24T18:01:00Z');
    expect(await findAlarms(one)).toEqual([expect.stringContaining('could not be sent')]);
    await fire(one, '2026-11-25T13:00:10Z');
    const [wednesday] = await log(one);
    await deliver((await readSink()).url, wednesday?.message?._id ?? '');
    expect(await findAlarms(one)).toEqual([]);
  });
});

describe('sending again', () => {
  test('sends the same file to the same recipients, with its own entry in the log', async () => {
    const one = await schedule();
    await fire(one);
    const [run] = await log(one);
    const { _id: id, view, cron, timeZone } = one;
    await updateSchedule(world.ctx('office.user'), {
      id,
      view: view._id,
      cron,
      timeZone,
      recipients: ['c@example.com'],
    });
    const again = await resendScheduleRun(world.ctx('office.user'), { id: run?._id ?? '' });
    expect(again.run).toMatchObject({ cause: 'again', status: 'done', rows: run?.rows, totals: run?.totals });
    expect(again.run.recipients).toEqual(['a@example.com', 'b@example.com']);
    const files = (await world
      .db('outbox_attachments')
      .whereIn('outbox_id', [run?.message?._id ?? '', again.run.message?._id ?? ''])
      .select('content')) as { content: Buffer }[];
    expect(files).toHaveLength(2);
    expect(files[0]?.content.equals(files[1]?.content ?? Buffer.of())).toBe(true);
    expect(await log(one)).toHaveLength(2);
  });

  test('creates the report again if the run failed, but not for other users or while it is running', async () => {
    const one = await schedule();
    const now = await runScheduleNow(world.ctx('office.user'), { id: one._id });
    await expect(runScheduleNow(world.ctx('office.user'), { id: one._id })).rejects.toMatchObject({
      code: 'run-waiting',
    });
    await expect(resendScheduleRun(world.ctx('office.user'), { id: now.run._id })).rejects.toMatchObject({
      code: 'run-not-done',
    });
    await expect(resendScheduleRun(world.ctx('shop.admin'), { id: now.run._id })).rejects.toThrow('Run not found');
    await world
      .db('schedule_runs')
      .where({ id: now.run._id })
      .update({ status: 'failed', error: 'x', finished_at: world.now });
    const { run } = await resendScheduleRun(world.ctx('office.user'), { id: now.run._id });
    expect(run).toMatchObject({ cause: 'again', status: 'waiting' });
    await runSchedule(task(), run._id);
    expect((await log(one))[0]).toMatchObject({ status: 'done' });
  });
});
