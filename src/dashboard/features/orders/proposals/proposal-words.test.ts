import { expect, test } from 'vitest';
import { type Change, describeShort, explainLimit, type ProposalRow } from './proposal-words.js';

const change = (more: Partial<Change> = {}): Change => ({
  ...{ key: 'roofColor', label: 'Roof color', part: 'build', before: 'Charcoal', after: 'Black' },
  ...{ blocked: null, isBuilt: false },
  ...more,
});
const price = change({ key: 'basePrice', label: 'Base price', part: 'money', before: '$1.00', after: '$2.00' });
const of = (status: ProposalRow['order']['status'], changes: readonly Change[], state: ProposalRow['state'] = 'open') =>
  explainLimit({
    state,
    changes: [...changes],
    order: { _id: 'a', serialNumber: 'S-1', status, customer: null, model: 'Cabin', size: '8x10', shop: null },
  });
const blockedChange = { ...price, blocked: 'the order is Finished; change its figures on the order itself' };

test('explains where to change the money of a Finished or Invoiced order, only while such a change waits', () => {
  expect(of('Finished', [blockedChange])).toContain('Make the other changes on the order itself');
  expect(of('Invoiced', [blockedChange])).toContain('Make the other changes on its invoice');
  expect(of('Finished', [change({ part: 'facts' })])).toBeNull();
  expect(of('Building', [change({ isBuilt: true })])).toBeNull();
  expect(of('Finished', [blockedChange], 'declined')).toBeNull();
});

test('shows the changes of a proposal in one line on a phone', () => {
  expect(describeShort({ changes: [change()] })).toBe('Roof color: Charcoal → Black');
  expect(describeShort({ changes: [change(), price, price] })).toBe('Roof color: Charcoal → Black and 2 more');
});
