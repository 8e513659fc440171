import { expect, test } from 'vitest';
import { inWords } from './record-history.js';

const entry = { at: '2026-03-02T20:00:00Z', by: 'Ann', via: 'web', action: 'create' };

test('reads in the order of the fields, without empty ones', () => {
  const changes = [
    { field: 'figures', from: null, to: { haul: 3 } },
    { field: 'total', from: null, to: 12 },
    { field: 'number', from: '1', to: '2' },
  ];
  const [changeWords] = inWords([{ ...entry, changes }], {
    number: ['Number'],
    total: ['Total', (value: number) => `$${value}`],
  });
  expect(changeWords?.changes).toEqual([
    { field: 'Number', from: '1', to: '2' },
    { field: 'Total', from: null, to: '$12' },
  ]);
});

test('leaves out fields that read the same as before', () => {
  const changes = [{ field: 'memo', from: null, to: '' }];
  expect(inWords([{ ...entry, changes }], { memo: ['Memo'] })[0]?.changes).toEqual([]);
});

test('a name from a spreadsheet is shown where a record is expected', () => {
  const changes = [{ field: 'shop', from: null, to: 'North' }];
  const words = { shop: ['Shop', ({ name }: { name: string }) => name] } as const;
  expect(inWords([{ ...entry, changes }], words)[0]?.changes).toEqual([{ field: 'Shop', from: null, to: 'North' }]);
});
