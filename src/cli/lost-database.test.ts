import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeInvoice } from '../api/testing/stage-invoices.js';
import { createPayment } from '../domain/billing/payments/paying/create.js';
import { makeApprovedRepairs } from '../domain/testing/approved-repairs.js';
import { useWorld } from '../domain/testing/world.js';
import { runWhole } from './testing/run-command.js';

const world = useWorld();
const order = { basePrice: 4000, type: 'Customer', model: 'Utility', category: 'Painted', width: 10, length: 12 };
const problem = 'The database is not responding. Try again in a moment.\n';

/** Ends the connection that changes a row of this condition, as a server that is stopped does. */
async function loseDatabase(table: string, event: 'insert' | 'update', condition: string): Promise<void> {
  await world.db.raw(`create or replace function lose_database() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
  await world.db.raw(`create trigger lost before ${event} on ${table} for each row when (${condition})
    execute function lose_database()`);
  onTestFinished(async () => void (await world.db.raw(`drop trigger lost on ${table}`)));
}

test.each([[], ['--dry-run']])('a decision %s without a database reports those before it', async (...more) => {
  const [first, second, third] = [
    await makeInvoice(world, 'New'),
    await makeInvoice(world, 'New'),
    await makeInvoice(world, 'New'),
  ];
  await loseDatabase('invoices', 'update', `new.id = '${second}'`);
  const log = vi.spyOn(console, 'log');
  onTestFinished(() => log.mockRestore());
  const { code, out, notes } = await runWhole(
    world.url,
    'invoices',
    'approve',
    first,
    second,
    third,
    '--json',
    ...more,
  );
  expect({ code, notes }).toEqual({ code: 1, notes: problem });
  expect(JSON.parse(out)).toMatchObject([{ invoice: first, ok: true }]);
  expect(log).not.toHaveBeenCalled(); // standard output is for data
});

test.each([[], ['--dry-run']])('a recalculation %s without a database reports those before it', async (...more) => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const repairInvoices = await makeApprovedRepairs(world, 'Repair', [10_00]);
    ids.push((await createPayment(world.ctx('office.user'), { repairInvoices })).payment._id);
  }
  await world.db('payments').whereIn('id', ids).increment({ sub_total: 1_00 });
  await loseDatabase('payments', 'update', `new.id = '${ids[1]}'`);
  const { code, out, notes } = await runWhole(world.url, 'payments', 'recalculate', ...ids, '--csv', ...more);
  expect({ code, end: notes.endsWith(`\n${problem}`) }).toEqual({ code: 1, end: true });
  expect(notes).toContain('1 checked, 1 ');
  expect(out.split('\r\n').filter((line) => line.includes('change')).length).toBeGreaterThan(0);
});

test('an import without a database reports the files before it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-lost-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = ['LOST-1', 'LOST-2'].map((serialNumber) => ({ serialNumber, file: path.join(folder, serialNumber) }));
  for (const { serialNumber, file } of files) await writeFile(file, JSON.stringify([{ ...order, serialNumber }]));
  await loseDatabase('orders', 'insert', `new.serial_number = 'LOST-2'`);
  const { code, out, notes } = await runWhole(
    world.url,
    ...['orders', 'import', ...files.map(({ file }) => file), '--json'],
  );
  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject([{ file: files[0]?.file, counts: { new: 1 } }]);
  expect(notes).toContain(`${files[1]?.file}: ${problem.trim()}`);
});
