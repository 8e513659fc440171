import { expect, test } from 'vitest';
import type { Me } from '../../../lib/server/session.js';
import { listLocks, statusChoices, explainNotDeletable } from './locks.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';

const me = (role: Me['role'], more: Partial<Me> = {}): Me =>
  ({ role, viewOnly: false, superAdmin: false, superRole: null, grants: [], ...more }) as unknown as Me;
const order = (status: OrderRecord['status'], more: Partial<OrderRecord> = {}): OrderRecord =>
  ({ status, invoice: null, shop: { _id: 's', name: 'Shop' }, openAlerts: 0, ...more }) as unknown as OrderRecord;
const invoice = { _id: 'i', invoiceNumber: '12', status: 'New' } as const;

test('the office edits everything, but no figures of an order whose invoice is approved', () => {
  expect(listLocks(order('InQueue'), me('Office User'))).toMatchObject({
    office: null,
    figures: null,
    shopPart: null,
    costs: null,
  });
  const billOrder = (status: 'Denied' | 'Approved') => order('Invoiced', { invoice: { ...invoice, status } });
  expect(listLocks(billOrder('Denied'), me('Office Admin'))).toMatchObject({ figures: null, companyFacts: null });
  expect(listLocks(billOrder('Approved'), me('Office Admin'))).toMatchObject({
    office: null,
    shopPart: null,
    figures: 'Its invoice is Approved; reopen the invoice first.',
  });
});

test('shop and model can be chosen while an order is New', () => {
  expect(listLocks(order('New'), me('Office User')).matching).toBeNull();
  expect(listLocks(order('InQueue'), me('Shop Admin')).matching).not.toBeNull();
});

test('a shop edits its part until the order is Invoiced or Canceled', () => {
  const locks = listLocks(order('Building'), me('Shop User'));
  expect(locks).toMatchObject({ shopPart: null, costs: null });
  expect(locks.office).not.toBeNull();
  expect(locks.figures).not.toBeNull();
  expect(listLocks(order('Canceled'), me('Shop Admin')).shopPart).toContain('Canceled');
  expect(listLocks(order('Invoiced'), me('Shop Admin')).costs).toContain('Invoiced');
});

test('a view-only account changes nothing', () => {
  const { side: _side, ...reasons } = listLocks(order('New'), me('Office Admin', { viewOnly: true }));
  for (const reason of Object.values(reasons)) expect(reason).toContain('view-only');
});

test('the office sees every status, each with the reason against it', () => {
  const why = (of: OrderRecord) =>
    Object.fromEntries(statusChoices(of, me('Office User')).map((choice) => [choice.status, choice.why]));
  expect(Object.keys(why(order('New')))).toHaveLength(7);
  expect(why(order('New', { openAlerts: 2 }))).toMatchObject({
    New: null,
    Canceled: null,
    InQueue: '2 alerts are not accepted',
  });
  expect(why(order('Invoiced', { invoice }))).toMatchObject({
    Invoiced: null,
    Finished: 'delete its invoice first',
  });
});

test('a shop sees only its next steps', () => {
  expect(statusChoices(order('InQueue'), me('Builder')).map(({ status }) => status)).toEqual(['Building', 'On Hold']);
  expect(statusChoices(order('Finished'), me('Shop Admin'))).toEqual([]);
});

test('explains why an order cannot be deleted', () => {
  expect(explainNotDeletable(order('Finished'), me('Office User'))).toBeNull();
  expect(explainNotDeletable(order('Invoiced', { invoice }), me('Office Admin', { superAdmin: true }))).toContain(
    'invoice 12',
  );
  expect(explainNotDeletable(order('Building'), me('Office User'))).toContain('super admin');
  expect(explainNotDeletable(order('Canceled'), me('Office Admin', { superRole: 'admin' }))).toBeNull();
});
