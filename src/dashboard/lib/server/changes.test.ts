import { expect, test } from 'vitest';
import { type Change, changeShown, isAnswered, onChange, publishChange } from './changes.js';
import { isStale } from './stale-reads.js';

test('reports the known topics of an answer until the listener unsubscribes', async () => {
  const changesSeen: Change[] = [];
  let isShown = false;
  const stop = onChange(async (change) => {
    changesSeen.push(change);
    await Promise.resolve();
    isShown = true;
  });
  publishChange(new Headers({ 'x-request-id': 'a look' }), null);
  expect(changesSeen).toEqual([]);
  publishChange(new Headers({ 'x-request-id': 'a change', 'x-topics': 'orders,of tomorrow,invoices' }), '1');
  expect(['a look', 'a change', 'another'].filter(isAnswered)).toEqual(['a change']);
  expect(changesSeen).toEqual([{ topics: ['orders', 'invoices'], gone: '1' }]);
  expect(isShown).toBe(false);
  await changeShown();
  expect(isShown).toBe(true);
  stop();
  publishChange(new Headers({ 'x-topics': 'orders' }), null);
  expect(changesSeen.length).toBe(1);
});

test('makes the reads of its topics stale (with *, all reads), except those of a deleted record', () => {
  const list = ['GET /api/dealer', { page: 1 }];
  const record = ['GET /api/dealer/:id', { id: '1' }];
  const invoices = ['GET /api/invoice/status/:status', { status: 'New' }];
  const stale = (topics: Change['topics'], deletedId: string | null = null) =>
    [list, record, invoices].filter((key) => isStale(key, topics, deletedId));
  expect(stale(['catalogue'])).toEqual([list, record]);
  expect(stale(['catalogue'], '1')).toEqual([list]);
  expect(stale(['invoices', 'comments'])).toEqual([invoices]);
  expect(stale(['*'])).toEqual([list, record, invoices]);
  expect(isStale(['GET /api/invoice/draft/:orderId', { orderId: '1' }], ['invoices', '*'], null)).toBe(false);
  expect(isStale('a key of something else', ['*'], null)).toBe(false);
});
