import { expect, test } from 'vitest';
import { noteCounts, takeCounts } from './counts.js';

const readCounts = (value: unknown): object => {
  noteCounts(value);
  return takeCounts();
};

test('a run is recorded with the counts of its result, or its number of rows, never with the numbers of a record', () => {
  expect(readCounts({ msg: 'Done.', counts: { new: 3, refused: 1 }, import: null })).toEqual({ new: 3, refused: 1 });
  expect(readCounts([{ counts: { new: 3 } }, { counts: { new: 2, refused: 1 } }])).toEqual({ new: 5, refused: 1 });
  expect(
    readCounts([
      { _id: 'a', rate: 20 },
      { _id: 'b', rate: 600 },
    ]),
  ).toEqual({ rows: 2 });
  expect(readCounts({ total: 12, items: ['a', 'b'] })).toEqual({ total: 12, items: 2 });
  expect(readCounts({ _id: 'a', name: 'Feed sync', rate: 20, revision: 3 })).toEqual({});
  expect(takeCounts()).toEqual({});
});
