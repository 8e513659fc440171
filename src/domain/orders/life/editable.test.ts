import { describe, expect, test } from 'vitest';
import type { Role } from '../../kernel/rights/roles.js';
import { invoiceStatuses, type InvoiceStatus } from '../../kernel/order/invoice-status.js';
import { findLocks, type LockedBy, type OrderPart } from './editable.js';
import { orderStatuses } from '../../kernel/order/status.js';

const locksFor = (role: Role, order: LockedBy) => findLocks({ role, superAdmin: false, grants: [] }, order);
const openParts = (role: Role, order: LockedBy): string[] =>
  Object.entries(locksFor(role, order))
    .filter(([, why]) => why === null)
    .map(([part]) => part)
    .sort();
const lockByInvoice = (invoiceStatus: InvoiceStatus | null): LockedBy => ({ status: 'Invoiced', invoiceStatus });
const billedParts = ['companyFacts', 'costs', 'figures', 'office', 'shopPart'];

describe('an Invoiced order', () => {
  test.each([
    ['New', billedParts, []],
    ['Denied', billedParts, ['costs', 'shopPart']],
    ['Adjusted', billedParts, []],
    ['Approved', ['office', 'shopPart'], []],
    ['Paid', ['companyFacts', 'office', 'shopPart'], []],
  ] as const)('whose invoice is %s', (status, office, shop) => {
    for (const role of ['Office Admin', 'Office User'] as const)
      expect(openParts(role, lockByInvoice(status))).toEqual(office);
    for (const role of ['Shop Admin', 'Shop User'] as const)
      expect(openParts(role, lockByInvoice(status))).toEqual(shop);
    expect(openParts('Builder', lockByInvoice(status))).toEqual([]);
  });

  test('names what prevents changes', () => {
    expect(locksFor('Office User', lockByInvoice('Approved')).figures).toContain('reopen the invoice first');
    expect(locksFor('Office User', lockByInvoice('Paid')).figures).toContain('paid invoices are final');
    expect(locksFor('Shop User', lockByInvoice('New')).costs).toBe(
      'its invoice is New; a shop can correct it only while the invoice is Denied',
    );
  });
});

test.each(orderStatuses.filter((status) => status !== 'Invoiced'))('an order in %s without an invoice', (status) => {
  const order = { status, invoiceStatus: null };
  expect(openParts('Office User', order)).toEqual([...billedParts, ...(status === 'New' ? ['matching'] : [])].sort());
  expect(openParts('Shop Admin', order)).toEqual(status === 'Canceled' ? [] : ['costs', 'shopPart']);
  expect(openParts('Builder', order)).toEqual([]);
});

test('every lock of every role is the end of a sentence', () => {
  const roles = ['Office Admin', 'Office User', 'Shop Admin', 'Shop User', 'Builder'] as const;
  for (const role of roles)
    for (const status of orderStatuses)
      for (const invoiceStatus of [null, ...invoiceStatuses])
        for (const part of Object.keys(locksFor(role, { status, invoiceStatus })) as OrderPart[])
          expect(locksFor(role, { status, invoiceStatus })[part] ?? 'open').toMatch(/^[a-z].*[^.]$/);
});
