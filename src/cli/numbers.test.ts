import { expect, test } from 'vitest';
import { homeShop, useWorld } from '../domain/testing/world.js';
import { parseNumber } from './numbers.js';
import { runWhole } from './testing/run-command.js';

const world = useWorld();

test('a number is what people write', () => {
  expect(['5', '-12.50', '+3', '0.5', '.5', '007'].map(parseNumber)).toEqual([5, -12.5, 3, 0.5, 0.5, 7]);
  for (const text of ['', ' ', '0x64', '0b1', '1e2', '1_000', '1,000', '12,5', '$5', '-', '.', 'Infinity', 'NaN', '5 '])
    expect({ text, value: parseNumber(text) }).toEqual({ text, value: NaN });
});

const payment = ['payments', 'create', '--shop', homeShop, '--dry-run'];
const raise = ['prices', 'raise', '--category', 'Barn', '--dry-run'];

test.each([
  [[...payment, '--adjustment'], '0x64', '--adjustment: "0x64" is not an amount in dollars'],
  [['corrections', 'create', 'X', '--reason', 'Y', '--amount'], '1e2', '--amount: "1e2" is not an amount in dollars'],
  [['config', 'set', 'fuelSurcharge'], '1e2', 'fuelSurcharge: "1e2" is not a number'],
])('%j %s is refused', async (words, text, problem) => {
  expect(await runWhole(world.url, ...words, text)).toMatchObject({ code: 2, out: '', notes: `${problem}\n` });
});

test.each([
  [...raise, '--dollars'],
  [...raise, '--percent'],
  [...raise, '--percent', '1', '--round'],
  ['keys', 'rotate', 'Nobody', '--overlap'],
  ['keys', 'add', 'X', '--scope', 'orders.read', '--rate'],
  ['webhooks', 'rotate', 'Nobody', '--overlap'],
  ['webhooks', 'deliveries', 'Nobody', '--size'],
  ['sources', 'change', 'Nobody', '--overlap'],
  ['sources', 'change', 'Nobody', '--brake-percent'],
  ['sources', 'change', 'Nobody', '--brake-amount'],
  ['orders', 'list', '--page'],
  ['orders', 'list', '--size'],
  ['trail', 'list', '--amount-from'],
  ['trail', 'list', '--amount-to'],
  ['doctor', '--seconds'],
])('%s %s %s … refuses 0x5 and 1e2', async (...words) => {
  for (const text of ['0x5', '1e2', ' '])
    await expect(runWhole(world.url, ...words, text)).rejects.toMatchObject({ code: 'commander.invalidArgument' });
});
