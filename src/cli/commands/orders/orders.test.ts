import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerOrders } from './orders.js';

const world = useWorld();
const orders = (...args: string[]) => runCommand(world.url, registerOrders, 'orders', ...args);
const countNew = async (): Promise<number> =>
  ((await world.db('orders').where({ status: 'New' }).count({ n: '*' }).first()) as { n: number }).n;

test('push --dry-run counts the orders that push then moves, beyond one page of the list, and moves none', async () => {
  const ids = await world.createOrders(510);
  await world.db('orders').whereIn('id', ids).update({ alerts: '[]', shop_id: null });
  const shopId = await world.findShopId('Ridge Line Barns');
  await world.db('orders').whereIn('id', ids.slice(0, 3)).update({ shop_id: shopId });
  const dry = await orders('push', '--dry-run', '--json');
  expect(dry).toMatchObject({ code: 0, notes: '3 of 510 New orders would be pushed.\n' });
  expect(JSON.parse(dry.out)).toHaveLength(500);
  expect(await countNew()).toBe(510);
  expect(JSON.parse((await orders('push', '--json')).out)).toMatchObject({ pushed: 3, left: 507 });
});

test('status --dry-run checks every rule, and changes nothing', async () => {
  const id = await world.createPushedOrder('InQueue');
  const readStatus = async () =>
    ((await world.db('orders').where({ id }).first('status')) as { status: string }).status;
  const refusal = await orders('status', id, 'Invoiced');
  expect(refusal.code).not.toBe(0);
  expect(await orders('status', id, 'Invoiced', '--dry-run')).toEqual(refusal);
  const notes = `${id} would change to Building.\n`;
  expect(await orders('status', id, 'building', '--dry-run')).toMatchObject({ code: 0, notes });
  expect(await readStatus()).toBe('InQueue');
});

test('an order is found by its serial number among more orders containing it than a list shows; if several match, they are listed', async () => {
  const [first = '', second = ''] = await world.createOrders(502);
  await world.db.raw(`update orders set serial_number = 'A' || serial_number || 'QZ-9' where status = 'New'`);
  await world.db('orders').where({ id: first }).update({ serial_number: 'QZ-9' });
  expect(JSON.parse((await orders('show', ' qz-9', '--json')).out)).toMatchObject({ _id: first });
  expect(await orders('show', 'z-9')).toMatchObject({ code: 2, notes: 'there is no order z-9\n' });
  await world.db('orders').where({ id: second }).update({ serial_number: 'qZ-9' });
  const several = await orders('show', 'QZ-9');
  expect(several).toMatchObject({ code: 2, out: '' });
  expect(several.notes).toContain('several orders match QZ-9; use an ID: ');
  for (const id of [first, second]) expect(several.notes).toContain(`New (${id})`);
});

/** The paths of JSON files with these contents. */
async function writeFiles(...contents: readonly unknown[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orders-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return Promise.all(
    contents.map(async (content, n) => {
      const file = path.join(folder, `${n}.json`);
      await writeFile(file, JSON.stringify(content));
      return file;
    }),
  );
}

const upload = (serialNumber: string) => [{ serialNumber, basePrice: 4000, type: 'Customer' }];

test('a file that is refused after another was imported is reported with exit code 3, with what was imported', async () => {
  const [good = '', bad = '', last = ''] = await writeFiles(upload('EACH-1'), 'no orders', upload('EACH-2'));
  const { code, out, notes } = await orders('import', good, bad, last, '--json');
  expect({ code, files: (JSON.parse(out) as { file: string }[]).map(({ file }) => file) }).toEqual({
    ...{ code: 3, files: [good, last] },
  });
  expect(notes).toContain(`${bad}: `);
  const refusal = await orders('import', bad, good, '--json');
  expect(refusal).toMatchObject({ code: 2, out: '' });
});

test('import --quiet says which rows were refused, and why; with nothing refused it prints nothing', async () => {
  const sized = { ...upload('')[0], model: 'Utility', category: 'Painted', width: 10, length: 12 };
  const [bad = '', good = ''] = await writeFiles(
    [{ ...sized, serialNumber: 'QUIET-1' }, { ...sized, serialNumber: 'QUIET-2', width: 'wide' }, 'no order'],
    [{ ...sized, serialNumber: 'QUIET-3' }],
  );
  const { code, out, notes } = await orders('import', bad, '--quiet');
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(notes).toContain(' 2 refused, ');
  expect(notes).toMatch(/0\.json: row 2, QUIET-2: .*width.*\.\n/);
  expect(notes).toMatch(/0\.json: row 3: .+\.\n/);
  expect(await orders('import', good, '--quiet')).toEqual({ code: 0, out: '', notes: '' });
});

test('mapping --forget is refused with --set, and the mapping stays', async () => {
  const [mapping = '', bad = ''] = await writeFiles({ serialNumber: 'serial' }, []);
  const before = await orders('mapping', '--set', mapping, '--json');
  expect(before.code).toBe(0);
  expect(await orders('mapping', '--forget', '--set', bad)).toMatchObject({
    ...{ code: 2, notes: '--forget: cannot be combined with --set\n' },
  });
  expect((await orders('mapping', '--json')).out).toBe(before.out);
});

test('import --dry-run is refused like import with --strict, naming the file, and counts orders of earlier files', async () => {
  const sized = { ...upload('')[0], model: 'Utility', category: 'Painted', width: 10, length: 12 };
  const [good = '', bad = '', again = ''] = await writeFiles(
    [{ ...sized, serialNumber: 'DRY-1' }],
    [
      { ...sized, serialNumber: 'DRY-2' },
      { ...sized, serialNumber: 'DRY-3', width: 'wide' },
    ],
    [{ ...sized, serialNumber: 'DRY-1' }],
  );
  const before = await countNew();
  const refusal = await orders('import', bad, '--strict');
  expect(refusal).toMatchObject({ code: 2, out: '' });
  expect(refusal.notes.startsWith(`${bad}: row 2: `)).toBe(true);
  for (const verb of ['import', 'missing']) expect(await orders(verb, bad, '--strict', '--dry-run')).toEqual(refusal);
  const several = await orders('import', good, bad, '--strict', '--dry-run');
  expect({ code: several.code, notes: several.notes }).toEqual({
    ...{ code: 3, notes: expect.stringContaining(`\n${bad}: row 2: `) as unknown },
  });
  const both = JSON.parse((await orders('import', good, again, '--dry-run', '--json')).out) as unknown;
  expect(both).toMatchObject([
    { dryRun: true, import: null, msg: 'Nothing changed (dry run).', counts: { new: 1 } },
    { dryRun: true, import: null, counts: { new: 0, skipped: 1 } },
  ]);
  expect(await countNew()).toBe(before);
});

test('delete-new --dry-run is refused for users who may not delete, and counts what would be deleted', async () => {
  await world.createOrders(2);
  const before = await countNew();
  const refusal = await orders('delete-new', '--yes', '--as', 'shop.user@demo.test');
  expect(refusal.code).toBe(1);
  expect(await orders('delete-new', '--dry-run', '--as', 'shop.user@demo.test')).toEqual(refusal);
  expect((await orders('delete-new', '--dry-run')).notes).toBe(`${before} New orders would be deleted.\n`);
  expect(await countNew()).toBe(before);
});
