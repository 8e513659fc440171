import { afterEach, describe, expect, test, vi } from 'vitest';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { newId } from '../../kernel/ids.js';
import { startWorker, type RunningWorker } from '../../operations/jobs/worker.js';
import { createMailer } from '../../kernel/platform/mail.js';
import { inTransaction } from '../../kernel/service.js';
import { startSmtpSink, type SmtpSink } from '../../testing/smtp-sink.js';
import { homeShop, silent, useWorld } from '../../testing/world.js';
import { deliverMessage, queueWaitingMessages } from './deliver.js';
import { enqueueMail } from './enqueue.js';
import { textContent } from './layout.js';
import { listOutbox, resendMessage } from './service.js';
import { limit } from '../../testing/patience.js';

const world = useWorld();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const PUBLIC_URL = 'https://office.example.com';
const MAIL_FROM = 'Shedworks <office@heartland.example.com>';

/** The decoded parts of an email. */
const readMail = (mail = ''): string =>
  mail
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

async function readSink(refusals = 0): Promise<SmtpSink> {
  const sink = await startSmtpSink({ refusals });
  cleanups.push(() => sink.stop());
  return sink;
}

async function workerWith(SMTP_URL: string | undefined): Promise<RunningWorker> {
  const worker = await startWorker({
    url: world.url,
    db: world.db,
    logger: silent,
    config: { SMTP_URL, MAIL_FROM, PUBLIC_URL },
  });
  cleanups.push(() => worker.stop());
  return worker;
}

const mail = { to: 'shop@example.com', subject: 'Hello', content: textContent('Hello', 'Body'), shopId: null };
const enqueue = () => inTransaction(world.ctx('office.user'), (tx) => enqueueMail(tx, mail), false);
const find = async (id: string) =>
  (await listOutbox(world.ctx('office.admin'), { size: 500 })).items.find((message) => message._id === id);
const waitUntilSettled = (id: string, status: string) =>
  vi.waitFor(async () => expect((await find(id))?.status).toBe(status), { timeout: limit(30_000), interval: 100 });

test('the email about a denial arrives once, even after a failed attempt', { timeout: limit(40_000) }, async () => {
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
  await updateInvoice(world.ctx('office.user'), {
    id: invoice._id,
    status: 'Denied',
    newMessage: 'The door is missing',
  });
  const [message] = (await listOutbox(world.ctx('office.admin'), {})).items;
  const sink = await readSink(1);
  await workerWith(sink.url);
  await workerWith(sink.url);
  await waitUntilSettled(message?._id ?? '', 'sent');
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]).toContain(`Message-ID: <${message?._id}@heartland.example.com>`);
  expect(sink.mails[0]).toContain(
    `Subject: Heartland Portable Buildings: Invoice ${invoice.invoiceNumber} has been Denied`,
  );
  expect(sink.mails[0]).toContain('The door is missing');
  expect(sink.mails[0]).toMatch(/Content-Type: multipart\/alternative[^]*text\/plain[^]*text\/html/);
  const link = `https://office.example.com/shop/invoice/form?id=${invoice._id}`;
  expect(readMail(sink.mails[0]).split(link)).toHaveLength(3); // as text and HTML
  expect((await find(message?._id ?? ''))?.text).toContain(`Open the invoice: ${link}`);
  expect(await find(message?._id ?? '')).toMatchObject({
    status: 'sent',
    attempts: 2,
    error: null,
    to: 'office@ridgeline.example.com',
  });
});

test('each header of an email is one line, whatever its texts contain', async () => {
  const hostile = { ...mail, subject: 'Hello\r\nBcc: victim@example.com\x1b[2J\u202e' };
  const id = await inTransaction(world.ctx('office.user'), (tx) => enqueueMail(tx, hostile), false);
  const sink = await readSink();
  const mailer = createMailer({ SMTP_URL: sink.url, MAIL_FROM });
  await deliverMessage({ db: world.db, mailer, desk: null, now: world.now, last: false }, id);
  const [head = ''] = (sink.mails[0] ?? '').split('\n\n');
  expect(head).toContain('Subject: Heartland Portable Buildings: Hello Bcc: victim@example.com [2J');
  expect(head).not.toMatch(/^Bcc/m);
});

test('an email sent again after a crash has the same Message-ID', async () => {
  const id = await enqueue();
  const sink = await readSink();
  const mailer = createMailer({ SMTP_URL: sink.url, MAIL_FROM });
  const delivery = { db: world.db, mailer, desk: null, now: world.now, last: false };
  await deliverMessage(delivery, id);
  await world.db('outbox_messages').where({ id }).update({ status: 'waiting', sent_at: null });
  await deliverMessage(delivery, id);
  const ids = sink.mails.map((text) => /Message-ID: (.*)/.exec(text)?.[1]);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('two processes deliver the same message once', async () => {
  const id = await enqueue();
  const sink = await readSink();
  const mailer = createMailer({ SMTP_URL: sink.url, MAIL_FROM });
  await Promise.all(
    Array.from({ length: 8 }, () =>
      deliverMessage({ db: world.db, mailer, desk: null, now: world.now, last: false }, id),
    ),
  );
  expect(sink.mails).toHaveLength(1);
});

test('after the last attempt it has failed, with the reason but without the password', async () => {
  const id = await enqueue();
  const mailer = createMailer({ SMTP_URL: 'smtp://clerk:hunter22@127.0.0.1:1', MAIL_FROM });
  const delivery = { db: world.db, mailer, desk: null, now: world.now, last: true };
  await expect(deliverMessage(delivery, id)).rejects.toThrow(/ECONNREFUSED/);
  const message = await find(id);
  expect(message).toMatchObject({ status: 'failed', attempts: 1 });
  expect(message?.error).toContain('ECONNREFUSED');
  expect(JSON.stringify(message)).not.toContain('hunter22');
});

test('it is stored without a mail server, and without an address', async () => {
  const id = await enqueue();
  await workerWith(undefined);
  await waitUntilSettled(id, 'kept');
  const mailId = await inTransaction(world.ctx('office.user'), (tx) => enqueueMail(tx, { ...mail, to: ' ' }), false);
  expect(await find(mailId)).toMatchObject({
    status: 'kept',
    error: expect.stringContaining('no email address') as string,
  });
});

test('a message whose transaction fails is never sent; one that lost its job is queued again', async () => {
  const failure = inTransaction(world.ctx('office.user'), async (tx) => {
    await enqueueMail(tx, { ...mail, subject: 'undone' });
    throw new Error('undone');
  });
  await expect(failure).rejects.toThrow('undone');
  const id = await enqueue();
  await world.db.raw('delete from graphile_worker._private_jobs');
  await queueWaitingMessages(world.db, world.now);
  await queueWaitingMessages(world.db, world.now);
  const { rows } = (await world.db.raw('select key from graphile_worker.jobs')) as { rows: { key: string }[] };
  expect(rows.filter((row) => row.key === `outbox:${id}`)).toHaveLength(1);
  expect(
    (await listOutbox(world.ctx('office.admin'), { size: 500 })).items.some((message) => message.subject === 'undone'),
  ).toBe(false);
});

test('is searched by receiver, subject, text and error, and filtered by status and shop', async () => {
  const shopId = await world.findShopId(homeShop);
  const write = (more: object) =>
    inTransaction(world.ctx('office.user'), (tx) => enqueueMail(tx, { ...mail, ...more }), false);
  const ids = [
    await write({ to: 'needle@example.com' }),
    await write({ subject: 'a Needle' }),
    await write({ content: textContent('Hello', 'a needle'), shopId }),
    await write({ to: '' }),
  ];
  await world.db('outbox_messages').where({ id: ids[3] }).update({ error: 'needle 100%' });
  const findIds = async (filter: Parameters<typeof listOutbox>[1]) =>
    (await listOutbox(world.ctx('office.admin'), filter)).items.map(({ _id }) => _id).sort();
  expect(await findIds({ search: 'NEEDLE' })).toEqual(ids);
  expect(await findIds({ search: 'needle', status: 'kept' })).toEqual([ids[3]]);
  expect(await findIds({ search: 'needle', shop: shopId })).toEqual([ids[2]]);
  expect(await findIds({ search: '100%' })).toEqual([ids[3]]);
  expect(await findIds({ search: 'needle', kind: 'ticket' })).toEqual([]);
});

describe('sending a message again', () => {
  const office = () => world.ctx('office.admin');
  const readQueued = async (id: string) =>
    (await world
      .db('graphile_worker.jobs')
      .where({ key: `outbox:${id}` })
      .select('attempts', 'max_attempts')) as unknown;

  test('works after its delivery was abandoned; the history names the user', async () => {
    const id = await enqueue();
    await world
      .db('graphile_worker._private_jobs')
      .where({ key: `outbox:${id}` })
      .update({ attempts: 14 });
    await world.db('outbox_messages').where({ id }).update({ status: 'failed', error: 'gone', attempts: 14 });
    expect(await resendMessage(office(), { id })).toMatchObject({
      msg: 'Message queued to send again.',
      message: { status: 'waiting', error: null },
    });
    expect(await readQueued(id)).toEqual([{ attempts: 0, max_attempts: 14 }]);
    const trail = await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [id])
      .first('action', 'actor_name', 'before');
    expect(trail).toEqual({
      action: 'send again',
      actor_name: 'Anna Keller',
      before: { status: 'failed', error: 'gone' },
    });
  });

  test('is refused while it waits, after it was sent, without an address, and for other users', async () => {
    const id = await enqueue();
    const refusal = { code: 'message-not-sendable' };
    await expect(resendMessage(office(), { id })).rejects.toMatchObject(refusal);
    await world.db('outbox_messages').where({ id }).update({ status: 'sent' });
    await expect(resendMessage(office(), { id })).rejects.toMatchObject(refusal);
    const mailId = await inTransaction(office(), (tx) => enqueueMail(tx, { ...mail, to: '' }), false);
    await expect(resendMessage(office(), { id: mailId })).rejects.toThrow('it has no email address');
    await expect(resendMessage(office(), { id: newId() })).rejects.toThrow('Message not found');
    await expect(resendMessage(world.ctx('office.user'), { id })).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

test('only a super admin can see the outbox', async () => {
  for (const name of ['office.user', 'shop.admin', 'builder', 'view.only'] as const) {
    await expect(listOutbox(world.ctx(name), {})).rejects.toMatchObject({ code: 'permission-denied' });
  }
});
