import { afterEach, beforeEach, expect, test } from 'vitest';
import { listUsers } from '../../company/users/read.js';
import { createMailer } from '../../kernel/platform/mail.js';
import { inTransaction } from '../../kernel/service.js';
import { sweepNotices } from '../../operations/notices/standing.js';
import { startSmtpSink, type SmtpSink } from '../../testing/smtp-sink.js';
import { silent, useWorld } from '../../testing/world.js';
import { listNotices } from '../notices/list.js';
import { DeliveryFailure, deliverMessage } from './deliver.js';
import { enqueueMail } from './enqueue.js';
import { textContent } from './layout.js';
import { listOutbox, resendMessage } from './service.js';

const world = useWorld();
const TO = 'Shop.User@demo.test';
/** What the mail server answers instead of its default, by the beginning of the command. */
let answers: Readonly<Record<string, string>> = {};
let sink: SmtpSink;
beforeEach(async () => {
  answers = {};
  sink = await startSmtpSink({
    answers: (line) => Object.entries(answers).find(([begin]) => line.startsWith(begin))?.[1],
  });
});
afterEach(async () => {
  await sink.stop();
  for (const table of ['outbox_messages', 'refused_addresses', 'notifications']) await world.db(table).delete();
});

const UNKNOWN = { 'RCPT TO': '550 5.1.1 No such user' };

async function deliver(id: string): Promise<void> {
  const mailer = createMailer({ SMTP_URL: sink.url, MAIL_FROM: 'office@heartland.example.com' });
  await deliverMessage({ db: world.db, mailer, desk: null, now: world.now, last: false }, id);
}

async function write(to = TO): Promise<string> {
  const mail = { to, subject: 'Hello', content: textContent('Hello', 'Body'), shopId: null };
  const id = await inTransaction(world.ctx('office.user'), (tx) => enqueueMail(tx, mail), false);
  await deliver(id);
  return id;
}

const find = async (id: string) =>
  (await listOutbox(world.ctx('office.admin'), {})).items.find((message) => message._id === id);
const readNotices = async () =>
  (await listNotices(world.ctx('office.admin'), {})).items.filter(({ kind }) => kind === 'refusedMail');
const isMarked = async () =>
  (await listUsers(world.ctx('office.admin'), { side: 'shop' })).items.find(({ email }) => email === TO.toLowerCase())
    ?.emailRefused;

test('a permanently refused address is not tried again, and the outbox shows the answer', async () => {
  answers = UNKNOWN;
  const id = await write();
  await deliver(id);
  const message = await find(id);
  expect(message).toMatchObject({
    status: 'refused',
    attempts: 1,
    error: expect.stringContaining('No such user') as string,
  });
  expect(message?.log).toMatchObject([{ outcome: 'refused', answer: expect.stringContaining('550 5.1.1') as string }]);
  expect((await listOutbox(world.ctx('office.admin'), { status: 'refused' })).total).toBe(1);
  expect(await readNotices()).toMatchObject([{ msg: `Email to ${TO} was refused`, href: '/company/admin/outbox' }]);
});

test('the message is sent after the address is corrected, which resolves the notice', async () => {
  answers = UNKNOWN;
  const id = await write();
  answers = {};
  await resendMessage(world.ctx('office.admin'), { id });
  await deliver(id);
  expect(await find(id)).toMatchObject({ status: 'sent', log: [{ outcome: 'refused' }, { outcome: 'sent' }] });
  await sweepNotices({ db: world.db, clock: { now: () => world.now }, logger: silent });
  expect(await readNotices()).toMatchObject([{ settled: true }]);
});

test('a repeatedly refused address is marked on its user until it accepts an email; this is reported twice', async () => {
  answers = UNKNOWN;
  for (let n = 0; n < 5; n++) {
    await write();
    expect(await isMarked()).toBe(n >= 2);
  }
  expect((await readNotices()).map(({ msg }) => msg).sort()).toEqual([
    `Email to ${TO} was refused`,
    `Email to ${TO} was refused 3 times in a row`,
  ]);
  answers = {};
  await write();
  expect(await isMarked()).toBe(false);
});

test('refused content does not count against the address', async () => {
  answers = { DATA: '554 5.7.1 Looks like spam' };
  const id = await write();
  expect(await find(id)).toMatchObject({ status: 'refused' });
  expect(await readNotices()).toEqual([]);
});

test.each([
  ['for now', { 'RCPT TO': '450 4.2.1 Try again later' }],
  ['because of its sender', { 'MAIL FROM': '550 Who are you?' }],
])('an email that is refused %s is tried again', async (_, refusal) => {
  answers = refusal;
  await expect(write()).rejects.toThrow(DeliveryFailure);
  const [message] = (await listOutbox(world.ctx('office.admin'), {})).items;
  expect(message).toMatchObject({ status: 'waiting', attempts: 1, log: [{ outcome: 'failed' }] });
  expect(await readNotices()).toEqual([]);
});
