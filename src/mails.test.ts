import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { secret } from './api/testing/api.js';
import { createInvoice } from './domain/billing/invoices/life/create.js';
import { updateInvoice } from './domain/billing/invoices/life/change.js';
import { findUserByName } from './domain/company/users/queries.js';
import { can, type Holder } from './domain/kernel/rights/permissions.js';
import { mayReceive, noticeKinds } from './domain/kernel/notices/kinds.js';
import { notifyEach } from './domain/kernel/notices/notify.js';
import { noticePlaces } from './domain/kernel/notices/places.js';
import { toKeys } from './domain/kernel/objects.js';
import { createOutside } from './domain/kernel/platform/outside.js';
import { isShopRole, roles } from './domain/kernel/rights/roles.js';
import { inTransaction } from './domain/kernel/service.js';
import { reportFactors } from './domain/messaging/notices/factors.js';
import { mailNotices, noticeMail } from './domain/messaging/notices/mailing.js';
import { layOutMail, type MailContent, type MailLink } from './domain/messaging/outbox/layout.js';
import { LINK_PLACE } from './domain/messaging/outbox/link-place.js';
import { sendLink } from './domain/messaging/sign-in-links/forgotten.js';
import { inviteUser } from './domain/messaging/sign-in-links/invite.js';
import { redeemSignInLink } from './domain/messaging/sign-in-links/use.js';
import { updateTicket } from './domain/messaging/tickets/answer.js';
import { createTicket } from './domain/messaging/tickets/service.js';
import { sendDigests } from './domain/operations/notices/digest.js';
import { reports } from './domain/reporting/reports/registry.js';
import { createView } from './domain/reporting/saved-views/service.js';
import { linkReport } from './domain/reporting/schedules/mail.js';
import { mailReport } from './domain/reporting/schedules/mail-report.js';
import { resendScheduleRun, runScheduleNow } from './domain/reporting/schedules/runs.js';
import { runSchedule } from './domain/reporting/schedules/run.js';
import { createSchedule } from './domain/reporting/schedules/service.js';
import { notifyEveryone } from './domain/testing/notify-everyone.js';
import { homeShop, silent, useWorld } from './domain/testing/world.js';

const world = useWorld();
/** Imported without its types, which only the dashboard's project has. */
const { screenFor } = await vi.importActual<{ screenFor: (path: string, person: Holder) => object | null }>(
  './dashboard/screens.js',
);
const outside = createOutside(secret, { SOURCE_PRIVATE_ADDRESSES: false, PUBLIC_URL: 'https://office.example.com' });
const withMail = { ...outside, people: { ...outside.people, hasMail: true } };
const task = () => ({ db: world.db, clock: { now: () => world.now }, logger: silent });
const SUPPORT = 'help@support.example.com';

/** What sends each kind of email, by the file that composes it. */
const senders: Readonly<Record<string, () => Promise<unknown>>> = {
  'billing/invoices/messages/denial-mail.ts': async () => {
    const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
    const denial = { id: invoice._id, status: 'Denied' as const, newMessage: 'The door is missing' };
    await updateInvoice(world.ctx('office.user'), denial);
  },
  'messaging/notices/factors.ts': async () => {
    const person = await findUserByName(world.db, 'shop.admin@demo.test');
    if (!person) throw new Error('no shop.admin');
    await inTransaction(world.ctx('shop.admin'), (tx) => reportFactors(tx, person, 'You added a passkey.'), false);
  },
  'messaging/notices/mailing.ts': async () => {
    const ticket = { description: 'The price is wrong', serialNumber: '', priority: 'High' as const };
    const { _id: id } = await createTicket(world.ctx('builder'), ticket);
    await updateTicket(world.ctx('office.admin'), { id, answer: 'It is right.' });
    await notifyEveryone(world);
    const shopId = await world.findShopId(homeShop);
    const notice = { kind: 'mentions', shopId, type: 'info', msg: 'Mentioned', content: 'Anna mentions you.' } as const;
    const { actor } = world.ctx('shop.user');
    const notices = [notice, notice].map((one) => ({ ...one, userId: actor?.id ?? undefined }));
    const ids = await inTransaction(world.ctx('office.user'), (tx) => notifyEach(tx, notices), false);
    await mailNotices(task(), ids);
  },
  'messaging/sign-in-links/mails.ts': async () => {
    const shop = await world.findShopId(homeShop);
    const person = { name: 'Pat Long', role: 'Builder' as const, shop };
    await inviteUser(world.ctx('office.admin', { outside: withMail }), { ...person, email: 'pat@example.com' });
    const linkedPerson = { ...person, email: 'quinn@example.com' };
    const { link } = await inviteUser(world.ctx('office.admin', { outside }), linkedPerson);
    const text = link?.split('#')[1] ?? '';
    await redeemSignInLink(world.ctx('system', { outside }), { link: text, password: 'Barn-Grape-7720' });
    const payload = { email: linkedPerson.email, address: '', userAgent: '', requestId: 'test' };
    await sendLink({ ...task(), outside: withMail } as never, payload); // what the queue adds is not used here
  },
  'messaging/tickets/service.ts': () =>
    createTicket(world.ctx('shop.user', { support: { desk: null, email: SUPPORT } }), {
      ...{ description: 'The price is wrong', serialNumber: 'S-77', priority: 'High' },
    }),
  'operations/notices/digest.ts': async () => {
    await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
    await sendDigests(task());
  },
  'reporting/schedules/mail-report.ts': () =>
    mailReport(world.ctx('office.user'), { report: 'invoices', filter: {}, recipients: ['office.user@demo.test'] }),
  'reporting/schedules/outcome.ts': () => sendScheduled(),
  'reporting/schedules/runs.ts': async () => {
    const id = await sendScheduled();
    await resendScheduleRun(world.ctx('office.user'), { id });
  },
};

let views = 0;
async function sendScheduled(): Promise<string> {
  const officeCtx = world.ctx('office.user');
  const view = await createView(officeCtx, { name: `Invoices ${(views += 1)}`, report: 'invoices', filter: {} });
  const when = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['office.user@demo.test'] };
  const { item } = await createSchedule(officeCtx, { view: view.item._id, ...when });
  const { run } = await runScheduleNow(officeCtx, { id: item._id });
  await runSchedule({ ...task(), lastAttempt: true }, run._id);
  return run._id;
}

interface SentMail {
  readonly to: string;
  readonly content: MailContent;
}

async function collectMails(send: () => Promise<unknown>): Promise<SentMail[]> {
  await world.db('outbox_messages').delete();
  await send();
  const rows = (await world.db('outbox_messages').where({ kind: 'email' }).orderBy('id').select('payload')) as {
    payload: SentMail;
  }[];
  return rows.map(({ payload }) => payload);
}

const ADDRESS = 'https://office.example.com';
const letterhead = { company: 'Heartland', product: 'Shedworks', address: ADDRESS };

/** Throws where an email has no link, no reason or no way to change it, in either of its forms. */
function checkMail({ to, content }: SentMail): void {
  const { text, html } = layOutMail(content, letterhead);
  const isIn = (link: MailLink) => {
    expect(text).toContain(`${link.label}: ${ADDRESS}${link.path}`);
    expect(html).toContain(`href="${ADDRESS}${link.path.replaceAll('&', '&amp;')}"`);
  };
  if (content.action) isIn(content.action);
  else expect([text, html].map((form) => form.includes(LINK_PLACE))).toEqual([true, true]);
  expect(content.why).toMatch(/^(You get |\w+ sends this ).*\.$/);
  expect(
    [text, html.replaceAll('&quot;', '"').replaceAll('&#39;', "'")].every((form) => form.includes(content.why)),
  ).toBe(true);
  if (content.change) isIn(content.change);
  else expect([to, content.why]).toEqual([SUPPORT, expect.stringContaining('the operator set this address')]);
}

test.each(Object.entries(senders))(
  'each email of %s leads to its record, its reason and a way to change it',
  async (_, send) => {
    const mails = await collectMails(send);
    expect(mails).not.toEqual([]);
    for (const mail of mails) {
      checkMail(mail);
      const user = await findUserByName(world.db, mail.to);
      for (const link of [mail.content.action, mail.content.change])
        if (link && user)
          expect(screenFor(link.path.replace(/\?.*$/, ''), user), `${mail.to} ${link.path}`).not.toBeNull();
    }
  },
);

test('no other file of the product composes emails', () => {
  const files = readdirSync('src/domain', { recursive: true, encoding: 'utf8' });
  const code = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const composing = code.filter((file) => /\benqueueMails?\(/.test(readFileSync(`src/domain/${file}`, 'utf8')));
  expect(composing.sort()).toEqual([...Object.keys(senders), 'messaging/outbox/enqueue.ts'].sort());
});

const id = '0199a000-0000-7000-8000-000000000000';

test.each(toKeys(noticeKinds))('an email about %s has them for each role and each place it may open', (kind) => {
  for (const role of roles) {
    const reader = { id, email: 'a@example.com', role, superAdmin: true, grants: [], shopId: null } as never;
    if (!mayReceive(reader, kind)) continue;
    for (const link of [null, ...toKeys(noticePlaces).map((to) => ({ to, id }))])
      checkMail({ to: 'a@example.com', content: noticeMail(reader, { kind, msg: 'News', content: 'News.', link }) });
  }
});

test.each(reports)(
  'the email of the report $name leads to a screen of those who may run it',
  ({ name, permission }) => {
    for (const role of roles) {
      const person = { role, superAdmin: !isShopRole(role), grants: [], shopId: null };
      const shopId = isShopRole(role) ? id : null;
      const { path } = linkReport({ report: name, filter: {}, viewId: null, shopId });
      if (can(person, permission)) expect(screenFor(path.replace(/\?.*$/, ''), person), path).not.toBeNull();
    }
  },
);
