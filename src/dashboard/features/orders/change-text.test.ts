import { expect, test } from 'vitest';
import { ApiError } from '../../lib/server/api.js';
import type { OrderChange, WaitingChange } from '../../lib/queue/waiting-list.js';
import { changeText, refusalText, toUndo, withChanges } from './change-text.js';

const order = {
  _id: 'a',
  status: 'InQueue',
  statusSince: '2026-11-20T08:00:00.000Z',
  holdReason: null,
  metalOrdered: false,
  builder: null,
  openAlerts: 2,
} as const;
const waiting = (change: OrderChange, at = 1_800_000_000_000): WaitingChange => ({
  id: `key-${at}`,
  user: 'ann',
  order: 'a',
  serialNumber: 'S-1',
  from: 'InQueue',
  revision: 1,
  change,
  at,
});

test('an alert accepted here is no longer open', () => {
  const alerts = [
    { _id: 'first', accepted: true },
    { _id: 'second', accepted: false },
  ];
  expect(withChanges(order, [waiting({ alerts })])).toEqual({ ...order, openAlerts: 1 });
});

test('an order shows all changes made here', () => {
  const heldOrder = withChanges(order, [
    waiting({ metalOrdered: true }),
    waiting({ status: 'On Hold', holdReason: 'rain' }),
  ]);
  expect(heldOrder).toEqual({
    ...order,
    metalOrdered: true,
    status: 'On Hold',
    holdReason: 'rain',
    statusSince: '2027-01-15T08:00:00.000Z',
  });
  expect(withChanges(heldOrder, [waiting({ status: 'Building' })])).toMatchObject({
    status: 'Building',
    holdReason: null,
  });
  expect(withChanges(order, [waiting({ builder: 'ben' })]).builder).toEqual({ _id: 'ben', name: '' });
  expect(withChanges({ ...order, _id: 'b' }, [waiting({ status: 'Building' })]).status).toBe('InQueue');
});

test('a change is described by what it does', () => {
  const texts = [
    { status: 'Finished' },
    { metalOrdered: true },
    { metalOrdered: false },
    { builder: null },
    { customer: 'Z' },
  ];
  expect(texts.map((change) => changeText(waiting(change as OrderChange)))).toEqual([
    'to Finished',
    'metal ordered',
    'metal not ordered',
    'builder changed',
    'details changed',
  ]);
});

test('a refusal describes the unsaved change, the reason, the current order and other unsaved changes', () => {
  const change = waiting({ status: 'Building' });
  const stale = new ApiError(409, 'stale-record', 'Order S-1 was changed by Anna in the meantime.', [], null, {
    status: 'On Hold',
  });
  expect(refusalText({ change, dropped: [waiting({ status: 'Finished' })], error: stale, waited: true })).toBe(
    'Not saved (to Building): Order S-1 was changed by Anna in the meantime. It is On Hold now. Also not saved: to Finished.',
  );
  const denial = new ApiError(403, 'view-only', 'Your account is view-only.');
  expect(refusalText({ change, dropped: [], error: denial, waited: false })).toBe(
    'Order S-1 was not saved (to Building): Your account is view-only.',
  );
  expect(refusalText({ change, dropped: [], error: new ApiError(500, 'bug', 'x'), waited: false })).toBe(
    'An error occurred while updating S-1.',
  );
});

test('a move can be undone if the role may make the opposite move', () => {
  expect(toUndo(waiting({ status: 'Building' }), 'Shop User')).toEqual({ status: 'InQueue' });
  const resumeChange = { ...waiting({ status: 'InQueue' }), from: 'On Hold', holdReason: 'rain' } as const;
  expect(toUndo(resumeChange, 'Builder')).toEqual({ status: 'On Hold', holdReason: 'rain' });
  const startChange = { ...waiting({ status: 'Building' }), from: 'On Hold' } as const; // a shop needs two steps to go back
  expect(toUndo(startChange, 'Shop Admin')).toBeNull();
  expect(toUndo(startChange, 'Office User')).toEqual({ status: 'On Hold' });
  const undone = { ...waiting({ status: 'InQueue' }), from: 'Building' } as const;
  expect(toUndo(undone, 'Shop User')).toBeNull();
  expect(toUndo(waiting({ metalOrdered: true }), 'Shop User')).toBeNull();
});
