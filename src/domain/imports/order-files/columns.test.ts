import type { Knex } from 'knex';
import { beforeEach, expect, test } from 'vitest';
import { packageFolder } from '../../../package.js';
import { deleteNewOrders } from '../../orders/intake/delete-new.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { applyStagedImport, mapImport, stageImport } from '../workbench.js';
import { getMapping, updateMapping } from './mapping.js';
import { importOrders } from './service.js';

type Row = Record<string, unknown>;
const world = useWorld();
const admin = () => world.ctx('office.admin');
let serial = 0;

/** A sale of another system, whose fields have some of our names. */
const sale = (more: Row = {}): Row => ({
  ...{ ref: `C-${(serial += 1)}`, product: 'Painted Cabin', price: 2295, size: '8x10', shop: homeShop },
  ...more,
});
const stage = (orders: readonly Row[]) =>
  stageImport(admin(), {
    kind: 'orders',
    file: { name: 'sales.json', bytes: Buffer.from(JSON.stringify(orders)) },
  });
const columns = { ref: 'serialNumber', product: 'model', price: 'basePrice' };
/** Stages a file and saves the meaning of its columns. */
async function match(orders: readonly Row[], more: Readonly<Record<string, string | null>> = {}) {
  const { _id: id } = await stage(orders);
  return mapImport(admin(), { id, columns: { ...columns, ...more } });
}
const readColumns = ({ layout }: Awaited<ReturnType<typeof stage>>) =>
  Object.fromEntries((layout[0]?.columns ?? []).map(({ header, field }) => [header, field]));
const readStored = ({ ref }: Row): Promise<unknown> =>
  world
    .db('orders')
    .where({ serial_number: ref })
    .first({ type: 'type', customer: 'customer', day: 'date_ordered', total: 'shed_suite_total' });

beforeEach(async () => {
  await updateMapping(admin(), { mapping: null });
  await deleteNewOrders(admin(), {});
});

test('a path that is ignored stays ignored, in the file and in future ones', async () => {
  const row = sale({ type: 'Portable Building' });
  const mapped = await match([row], { type: null });
  expect(mapped.counts).toMatchObject({ new: 1, refused: 0 });
  expect(readColumns(mapped)).toMatchObject({ type: null, size: 'size', shop: 'shop' });
  expect(readColumns(await stage([row]))).toEqual(readColumns(mapped));
  await mapImport(admin(), {
    id: mapped._id,
    columns: { ref: null, product: null, price: null, size: null, shop: null },
  });
  expect(readColumns(await stage([row]))['shop']).toBeNull();
});

test.each([{ total: null }, {}])('a field that another path gets leaves the path of its name (%j)', async (ignored) => {
  const [row, direct] = [0, 1].map(() => sale({ total: 2500, subtotal: 2295 })) as [Row, Row];
  const mapped = await match([row], { subtotal: 'total', ...ignored });
  expect(readColumns(mapped)).toMatchObject({ total: null, subtotal: 'total' });
  await applyStagedImport(admin(), { id: mapped._id });
  await importOrders(admin(), { orders: [direct] });
  for (const one of [row, direct]) expect(await readStored(one)).toMatchObject({ total: 229_500 });
});

test('paths that were matched by their names are saved with the others, so an upload reads them', async () => {
  const more = { type: 'Customer', customer: 'Ann', dateOrdered: '2026-03-02', total: 2295 };
  const [row, direct] = [sale(more), sale(more)];
  const mapped = await match([row]);
  await applyStagedImport(admin(), { id: mapped._id });
  await importOrders(admin(), { orders: [direct] });
  const expected = { type: 'Customer', customer: 'Ann', day: '2026-03-02', total: 229_500 };
  for (const one of [row, direct]) expect(await readStored(one)).toEqual(expected);
});

test('with a stored mapping the workbench reads only its paths, as an upload does', async () => {
  const mapping = { serialNumber: 'ref', model: 'product', basePrice: 'price', size: 'size' };
  await updateMapping(admin(), { mapping });
  const staged = await stage([sale({ customer: 'Ann' })]);
  expect(readColumns(staged)).toMatchObject({ ref: 'serialNumber', customer: null, shop: null });
  expect(staged.counts).toMatchObject({ new: 1 });
});

test('the migration completes a mapping with the columns that the workbench last used with it', async () => {
  const row = sale({ customer: 'Ann' });
  const mapped = await match([row]);
  await applyStagedImport(admin(), { id: mapped._id });
  const { mapping } = await getMapping(admin(), {});
  const { up, down } = (await import(
    new URL('migrations/20261129100000_order_columns_complete.js', packageFolder).href
  )) as Record<'up' | 'down', (db: Knex) => Promise<void>>;
  const migrate = async (before: Readonly<Record<string, string>> | null) => {
    await updateMapping(admin(), { mapping: before });
    await down(world.db);
    await up(world.db);
    return (await getMapping(admin(), {})).mapping;
  };
  const matchedByUsers = { serialNumber: 'ref', model: 'product', basePrice: 'price' };
  expect(await migrate(matchedByUsers)).toEqual(mapping);
  expect(mapping).toMatchObject({ ...matchedByUsers, customer: 'customer', size: 'size' });
  const other = { ...matchedByUsers, model: 'name' };
  expect(await migrate(other)).toEqual(other);
  expect(await migrate(null)).toBeNull();
});
