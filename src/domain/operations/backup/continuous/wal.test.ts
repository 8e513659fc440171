import { expect, test } from 'vitest';
import { findMissing, isOlder } from './wal.js';

const start = '000000010000000000000002';

test('finds the first file missing between a base backup and the newest file, across timelines and logs', () => {
  expect(findMissing([start, '000000010000000000000003'], start)).toBeNull();
  expect(findMissing([start, '000000020000000000000003', '00000002.history'], start)).toBeNull();
  expect(findMissing([start, '000000010000000000000004'], start)).toBe('000000010000000000000003');
  expect(findMissing(['000000010000000000000003'], start)).toBe(start);
  expect(findMissing([], start)).toBe(start);
  expect(findMissing(['0000000100000000000000FF', '000000010000000100000000'], '0000000100000000000000FF')).toBeNull();
});

test('recognizes files older than a base backup needs, on any timeline', () => {
  expect(isOlder('000000010000000000000001', start)).toBe(true);
  expect(isOlder('000000030000000000000002', start)).toBe(false);
  expect(isOlder('000000010000000100000000', start)).toBe(false);
});
