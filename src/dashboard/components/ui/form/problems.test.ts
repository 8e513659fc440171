import { expect, test } from 'vitest';
import { openProblems } from './problems.js';

const labels = new Map([
  ['name', 'Name'],
  ['lines.0.price', 'Price 1'],
]);
const required = { type: 'required', message: 'Enter the name' };
const price = { path: 'lines.0.price', msg: 'Price 1 must be less than 1,000' };
const general = { path: '', msg: 'Could not reach the server.' };

test('a problem stays while its field has an error, and that of the whole form until it is dropped', () => {
  const name = { path: 'name', msg: 'Enter the name' };
  const errors = { name: required, lines: [{ price: { type: 'server', message: 'must be less than 1,000' } }] };
  expect(openProblems([general, name, price], errors, labels)).toEqual([general, name, price]);
  expect(openProblems([general, name, price], { name: required }, labels)).toEqual([general, name]);
  expect(openProblems([name, price], {}, labels)).toEqual([]);
});

test('a field with another error than before is listed in its words', () => {
  const errors = { lines: [{ price: { type: 'limit', message: 'must not be negative' } }] };
  expect(openProblems([price], errors, labels)).toEqual([{ ...price, msg: 'Price 1 must not be negative' }]);
});
