import { expect, test } from 'vitest';
import { receivedOn } from './rules.js';

const today = '2026-11-18';

test.each([
  ['ticked', null, { recieved: true }, today],
  ['ticked again', '2026-11-02', { recieved: true }, '2026-11-02'],
  ['ticked with a day', '2026-11-02', { recieved: true, recievedDate: '2026-11-05' }, '2026-11-05'],
  ['unticked', '2026-11-02', { recieved: false, recievedDate: '2026-11-02' }, null],
  ['given a day alone', null, { recievedDate: '2026-11-05' }, '2026-11-05'],
  ['given no day', '2026-11-02', { recievedDate: null }, null],
  ['left alone', '2026-11-02', {}, '2026-11-02'],
] as const)('an order that is %s', (_, before, change, after) => {
  expect(receivedOn(before, change, today)).toBe(after);
});
