import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/domain/kernel/database/database.js';
import { ensurePostgres, releasePostgres } from '../src/domain/kernel/platform/postgres/postgres.js';
import { startSmtpSink, type SmtpSink } from '../src/domain/testing/smtp-sink.js';
import { listAccessibilityFaults, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { shedworks } from './product.js';
import { limit } from '../src/domain/testing/patience.js';

const demo = useDemo(async ({ env }) => {
  sink = await startSmtpSink();
  env['SMTP_URL'] = sink.url;
});
let sink: SmtpSink;
let office: Page;

beforeAll(async () => {
  office = await demo.openAs('office.admin@demo.test');
});
afterAll(() => sink.stop());

const getButton = (name: string | RegExp) => office.getByRole('button', { name });
const choose = async (item: string | RegExp) => {
  await getButton(/^View(s$|:)/).click();
  await office.getByRole('menu', { name: 'Views' }).getByText(item).click();
};
/** The summary on the screen: count and total in dollars. */
async function readTotalOnScreen(): Promise<string> {
  const row = office
    .locator('main tr')
    .filter({ hasText: /^Total/ })
    .first();
  return /\$[\d,]+\.\d\d/.exec(await row.innerText())?.[0] ?? 'no total';
}

/** Makes every schedule due, as if on a Monday morning. */
async function passTime(): Promise<void> {
  const handle = await ensurePostgres({ home: demo.place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
  const db = connect(handle.url, { max: 1 });
  await db('schedules').update({ next_run_at: new Date(Date.now() - 1000) });
  await db.destroy();
  await releasePostgres(handle);
  expect(await shedworks(demo.place, 'jobs', 'run', 'sweep')).toMatchObject({ code: 0 });
}

/** The mails of the schedule, one for each recipient. */
const toSent = (): string[] =>
  sink.mails.filter((one) => one.includes('Subject: Heartland Portable Buildings: All of this year'));

test('a view is saved, shared and put on a schedule; it fires, and the mail matches the screen', async () => {
  await open(office, '/company/reports/invoices?range=this-year&invoiceStatus=all');
  const total = await readTotalOnScreen();
  expect(total).toMatch(/^\$[1-9]/);
  await choose('Save as view…');
  await office.getByRole('textbox', { name: 'Name', exact: true }).fill('All of this year');
  await getButton('Save').click();
  await getButton('View: All of this year').waitFor();
  await choose('Share "All of this year"');
  await waitForToast(office, 'View shared.');
  expect(await listAccessibilityFaults(office)).toEqual([]);

  await choose(/on a schedule/);
  await office.getByRole('heading', { level: 1, name: 'Add Schedule' }).waitFor();
  await office.getByText('At 07:00, only on Monday, America/Chicago').waitFor();
  await office.getByLabel('Repeats').selectOption({ label: 'On the last day of each month' });
  await office.getByText('At 07:00, on the last day of the month, America/Chicago').waitFor();
  await office.getByRole('textbox', { name: 'To', exact: true }).fill('boss@example.com\nclerk@example.com');
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await getButton('Save').click();
  await waitForToast(office, 'Schedule created.');

  await passTime();
  await office.goto('/company/reports/schedules');
  await office.getByRole('link', { name: 'All of this year' }).click();
  const log = office.getByRole('region', { name: 'Delivery log' });
  await log.getByText('Sent', { exact: true }).first().waitFor();
  await log.getByText(total).first().waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await expect.poll(() => toSent().length, { timeout: limit(20_000) }).toBe(2);
  const [mail = ''] = toSent();
  expect(
    toSent()
      .map((one) => /^To: (.*)$/m.exec(one)?.[1])
      .sort(),
  ).toEqual(['boss@example.com', 'clerk@example.com']);
  expect(mail.replace(/=\n/g, '')).toMatch(new RegExp(`Total: \\d+, ${total.replace(/[$.]/g, '\\$&')}`));
  expect(mail).toContain('Shedworks_InvoiceReport.xlsx');

  await getButton(/^Send again/)
    .first()
    .click();
  await waitForToast(office, 'Sending the report again.');
  await expect.poll(() => toSent().length, { timeout: limit(20_000) }).toBe(4);
  expect(demo.browser.faults()).toEqual([]);
});
