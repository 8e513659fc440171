import { expect, test } from 'vitest';
import { toUndo } from './bulk-undo.js';

const order = { status: 'InQueue', holdReason: null, builder: null, metalOrdered: false } as const;
const heldOrder = { ...order, status: 'On Hold', holdReason: 'rain' } as const;

test('a move is undone to the status before, On Hold with its reason', () => {
  expect(toUndo(order, { status: 'Building' })).toEqual({ status: 'InQueue' });
  expect(toUndo(heldOrder, { status: 'InQueue' })).toEqual({ status: 'On Hold', holdReason: 'rain' });
  expect(toUndo({ ...heldOrder, holdReason: null }, { status: 'InQueue' })).toEqual({ status: 'On Hold' });
});

test('only what was changed is restored', () => {
  expect(toUndo(heldOrder, { metalOrdered: true })).toEqual({ metalOrdered: false });
  expect(toUndo({ ...order, builder: { _id: 'ben', name: 'Ben' } }, { builder: null })).toEqual({ builder: 'ben' });
  expect(toUndo(order, { builder: 'ben' })).toEqual({ builder: null });
});
