import { expect, test } from 'vitest';
import { ApiError } from './api.js';
import { describeFailure } from './failure.js';

const expectRefusal = (msg: string, errors: readonly { path: string; msg: string }[] = []) =>
  new ApiError(409, 'in-use', msg, errors);

test('shows the area, then the reason', () => {
  expect(describeFailure('Order', expectRefusal('The order cannot be changed.'))).toBe(
    'Order The order cannot be changed.',
  );
  expect(describeFailure('Shop', new Error('no network'))).toBe('Shop no network');
});

test('a beginning shared by area and sentence is shown once, in any spelling', () => {
  expect(describeFailure('Item', expectRefusal('Item "Angle 2x2" cannot be deleted.'))).toBe(
    'Item "Angle 2x2" cannot be deleted.',
  );
  expect(describeFailure('AddOn', expectRefusal('Add-on "Ramp" cannot be deleted.'))).toBe(
    'AddOn "Ramp" cannot be deleted.',
  );
  expect(describeFailure('Order', expectRefusal('Order not found'))).toBe('Order not found');
});

test('a different word with the same beginning stays', () => {
  expect(describeFailure('Item', expectRefusal('Items are locked'))).toBe('Item Items are locked');
  expect(describeFailure('Shed', expectRefusal('Shed'))).toBe('Shed ');
});

test('a problem that is a whole sentence needs no path', () => {
  const nameTaken = { path: 'name', msg: 'Shed category: this name already exists' };
  expect(describeFailure('ShedCategory', expectRefusal(`name: ${nameTaken.msg}`, [nameTaken]))).toBe(
    'ShedCategory: this name already exists',
  );
  const missing = { path: 'name', msg: 'is required' };
  expect(describeFailure('Shed', expectRefusal('name: is required', [missing]))).toBe('Shed name: is required');
});
