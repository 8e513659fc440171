import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { defaultInvoiceNumber } from '../rules.js';
import { invoiceWindow } from './window.js';

const at = (zone: string, local: string): Date => DateTime.fromISO(local, { zone }).toJSDate();

test.each([
  ['Monday before ten', '2026-11-16T09:59:59', '2026-11-14', '2026-11-22'],
  ['Monday at midnight', '2026-11-16T00:00:00', '2026-11-14', '2026-11-22'],
  ['Monday at ten', '2026-11-16T10:00:00', '2026-11-16', '2026-11-16'],
  ['Sunday night', '2026-11-15T23:59:59', '2026-11-15', '2026-11-15'],
  ['a Wednesday', '2026-11-18T08:00:00', '2026-11-18', '2026-11-18'],
  ['the start of a month', '2026-06-01T09:00:00', '2026-05-30', '2026-06-07'],
  ['the start of a year', '2029-01-01T09:00:00', '2028-12-30', '2029-01-07'],
  ['a leap day in the week', '2028-02-28T09:00:00', '2028-02-26', '2028-03-05'],
  ['a leap day', '2028-02-29T09:00:00', '2028-02-29', '2028-02-29'],
  ['the week after clocks went forward', '2026-03-09T09:30:00', '2026-03-07', '2026-03-15'],
  ['the week after clocks went back', '2026-11-02T09:30:00', '2026-10-31', '2026-11-08'],
])('%s has the same days in every zone', (_, local, from, to) => {
  for (const zone of ['America/New_York', 'America/Los_Angeles', 'UTC']) {
    expect(invoiceWindow(at(zone, local), zone)).toEqual({ from, to });
  }
});

test('one instant is Monday morning in one zone and later in another', () => {
  const instant = new Date('2026-11-16T14:30:00Z');
  expect(invoiceWindow(instant, 'America/New_York')).toEqual({ from: '2026-11-14', to: '2026-11-22' });
  expect(invoiceWindow(instant, 'UTC')).toEqual({ from: '2026-11-16', to: '2026-11-16' });
});

test('today is always allowed, and the window is one day or nine days long', () => {
  const zones = fc.constantFrom('America/New_York', 'America/Los_Angeles', 'America/Chicago', 'UTC');
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, zones, (now, zone) => {
      const { from, to } = invoiceWindow(now, zone);
      const today = DateTime.fromJSDate(now, { zone }).toISODate() ?? '';
      expect(from <= today && today <= to).toBe(true);
      expect([0, 8]).toContain(DateTime.fromISO(to).diff(DateTime.fromISO(from), 'days').days);
    }),
  );
});

test.each([
  ['RLB-1224-070626-50000', '50000'],
  ['50000', '50000'],
  ['A-1-', '1'],
  ['---', '---'],
])('the default invoice number of %s is %s', (serialNumber, number) => {
  expect(defaultInvoiceNumber(serialNumber)).toBe(number);
});
