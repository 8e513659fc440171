import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limit } from '../src/domain/testing/patience.js';
import { makeDemoPlace } from './demo-place.js';
import { root, shedworks, type Place } from './product.js';
import { keys, startOnTerminal, type TerminalCommand } from './terminal.js';

let place: Place;
const feed = path.join(root, 'fixtures', 'feed-30.json');
beforeAll(async () => (place = await makeDemoPlace()));
afterAll(() => place.remove());

/** Waits until the command has written a text. */
const waitForText = ({ readScreen }: TerminalCommand, text: string): Promise<void> =>
  expect.poll(readScreen, { timeout: limit(30_000) }).toContain(text);

const readOrders = async () => {
  const { stdout } = await shedworks(place, 'orders', 'list', '--json', '--size', '500');
  return JSON.parse(stdout) as { items: { serialNumber: string }[]; total: number };
};

test('the menu asks for a text until one is entered, and runs the command with it', async () => {
  const before = await readOrders();
  const command = startOnTerminal(place);
  await waitForText(command, '❯ Import orders');
  command.press(keys.enter);
  await waitForText(command, 'File (JSON)');
  command.press(keys.enter);
  await waitForText(command, 'Enter a value.');
  command.press(feed);
  await waitForText(command, feed);
  command.press(keys.enter);
  await waitForText(command, `shedworks orders import ${feed}`);
  expect(await command.ended).toBe(0);
  expect(command.readScreen()).toContain('30 new');
  expect((await readOrders()).total).toBe(before.total + 30);
});

test('duplicates are answered with the arrow keys, once for all', async () => {
  const before = await readOrders();
  const command = startOnTerminal(place, 'orders', 'import', feed);
  await waitForText(command, '❯ No, skip the new order');
  command.press(keys.down);
  await waitForText(command, '❯ Keep both');
  command.press(keys.enter);
  await waitForText(command, 'Use this answer for the other 29?');
  command.press('y');
  command.press(keys.enter);
  expect(await command.ended).toBe(0);
  expect(command.readScreen()).toContain('30 kept as duplicates');
  expect((await readOrders()).total).toBe(before.total + 30);
});

test('a list longer than the terminal is shown in the pager, and whole without a terminal', async () => {
  const { items } = await readOrders();
  const last = items.at(-1)?.serialNumber ?? '';
  const paged = { ...place, env: { ...place.env, PAGER: 'more' } };
  const list = ['orders', 'list', '--size', '500'];
  const command = startOnTerminal(paged, ...list);
  await waitForText(command, '--More--');
  command.press('q');
  expect(await command.ended).toBe(0);
  expect(command.readScreen()).toContain(items[0]?.serialNumber);
  expect(command.readScreen()).not.toContain(last);
  const whole = await shedworks(paged, ...list);
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining(last) as unknown });
  expect(whole.stdout).not.toContain('--More--');
});
