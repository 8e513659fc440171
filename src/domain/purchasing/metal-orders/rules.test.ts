import { describe, expect, test } from 'vitest';
import { packageQuantity, receivedOn } from './rules.js';

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

describe('P11: the quantity that a package orders of an item', () => {
  const need = { needed: 37.8, ordered: 0, left: null, type: 'linearFt' };
  const noneNeeded = { here: 0, all: 0 };
  test.each([
    ['all that its shed needs', need, noneNeeded, 37.8],
    ['less what is ordered in this package', { ...need, ordered: 10.3 }, noneNeeded, 27.5],
    ['nothing when more is ordered', { ...need, ordered: 40 }, noneNeeded, 0],
    ['no more than the order still needs', { ...need, left: 5.25 }, noneNeeded, 5.25],
    ['less what the form has of it', need, { here: 30, all: 30 }, 7.8],
    ['less what other packages of the form leave the order', { ...need, left: 50 }, { here: 0, all: 20 }, 30],
    ['whole ones of what is counted', { ...need, needed: 0.42, type: 'box' }, noneNeeded, 1],
    ['no box for nothing', { ...need, needed: 0.42, ordered: 1, type: 'box' }, noneNeeded, 0],
  ])('is %s', (_, packageNeed, besides, quantity) => {
    expect(packageQuantity(packageNeed, besides)).toBe(quantity);
  });
});
