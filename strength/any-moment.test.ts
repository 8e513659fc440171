import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { shedworks, startCommand } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { getOrders } from './clients.js';

const ROUNDS = 14;

const struck = useStruck();
const { countRows } = struck;
afterEach(async () => expect(await brokenInvariants(struck.db)).toEqual([]));

/** Measures how long a command takes. */
async function readDuration(...args: string[]): Promise<number> {
  const began = performance.now();
  expect(await shedworks(struck.place, ...args)).toMatchObject({ code: 0 });
  return performance.now() - began;
}

/** Kills a command after some part of its usual time; the tries are spread over all of it. */
async function killAt(ms: number, ...args: string[]): Promise<void> {
  const command = startCommand(struck.place, ...args);
  const exit = once(command, 'exit');
  await Promise.race([pause(ms), exit]);
  command.kill('SIGKILL');
  await exit;
  const otherConnections = struck
    .db('pg_stat_activity')
    .where({ application_name: 'shedworks' })
    .whereRaw('pid <> pg_backend_pid()');
  await expect
    .poll(
      async () => (await otherConnections.clone().where('state', 'active').orWhere('state', 'like', 'idle in%')).length,
    )
    .toBe(0);
}

const file = async (name: string): Promise<string> => {
  const target = path.join(struck.place.home, `${name}.json`);
  await writeFile(target, JSON.stringify(getOrders(name, 200)));
  return target;
};
const toStored = (name: string) => countRows('orders', (order) => void order.whereLike('serial_number', `${name}-%`));
const createPushable = () =>
  countRows('orders', (order) => void order.where({ status: 'New', open_alerts: 0 }).whereNotNull('shop_id'));

test('an import, its undo and a push that are killed at any moment happen completely or not at all', async () => {
  const usualMs = await readDuration('orders', 'import', await file('usual'));
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `round${round}`;
    const orders = await file(name);
    const moment = (usualMs * (round + 1)) / ROUNDS;
    await killAt(moment, 'orders', 'import', orders);
    expect([0, 200]).toContain(await toStored(name));
    expect(await brokenInvariants(struck.db)).toEqual([]);
    await shedworks(struck.place, 'orders', 'import', orders);
    expect(await toStored(name)).toBe(200);
    const { id } = (await struck.db('orders').where('serial_number', `${name}-0`).first({ id: 'import_id' })) as {
      id: string;
    };
    await killAt(moment, 'imports', 'undo', id);
    expect([0, 200]).toContain(await toStored(name));
    expect(await brokenInvariants(struck.db)).toEqual([]);
    await shedworks(struck.place, 'orders', 'import', orders);
    const before = await createPushable();
    await killAt(moment, 'orders', 'push');
    expect([0, before]).toContain(await createPushable());
    expect(await brokenInvariants(struck.db)).toEqual([]);
    await shedworks(struck.place, 'orders', 'push');
    expect(await createPushable()).toBe(0);
  }
});
