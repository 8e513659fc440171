import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type ActorName, useWorld } from '../../testing/world.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { downloadWorkOrder, downloadWorkOrders } from './work-order.js';

const world = useWorld();

const getText = (bytes: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });

test('office and shop users get the same work order; the builder’s has no address, and none has money or contact data', async () => {
  const id = await world.createPushedOrder('InQueue');
  const holdReason = 'The metal comes on Thursday';
  await updateOrder(world.ctx('builder'), { id, status: 'On Hold', holdReason });
  const address = { lineOne: '610 Oak Rd', lineTwo: 'Lot 4', city: 'Nixa', state: 'MO', zip: '65714' };
  const contact = {
    customerPhone: '417-555-0142',
    customerEmail: 'kim@example.com',
    driver: 'Dan Miller',
    balance: 77,
  };
  await updateOrder(world.ctx('office.user'), {
    ...{ id, deliveryScheduled: '2026-12-03', deliveryAddress: address, ...contact },
    ...{ rto: true, rtoCompany: 'Own It', rtoMonths: 36 },
  });
  const sheetFor = async (who: ActorName): Promise<string> => {
    const file = (await downloadWorkOrder(world.ctx(who), { id })) as { name: string; bytes: Uint8Array };
    expect(file.name).toMatch(/^T-\d+_work_order\.pdf$/);
    return getText(file.bytes);
  };
  const sheets: string[] = [];
  for (const who of ['office.admin', 'office.user', 'shop.admin', 'shop.user', 'view.only'] as const)
    sheets.push(await sheetFor(who));
  expect(new Set(sheets).size).toBe(1);
  const builders = await sheetFor('builder');
  for (const text of ['610 Oak Rd', 'Nixa']) {
    expect(sheets[0]).toContain(text);
    expect(builders).not.toContain(text);
  }
  expect(builders).toContain('12/03/2026');
  for (const unsaid of ['417-555-0142', 'kim@example.com', 'Dan Miller', 'Own It', '77.31'])
    for (const sheet of [builders, sheets[0]]) expect(sheet).not.toContain(unsaid);
  const [sheet = ''] = sheets;
  const order = (await world.db('orders').where({ id }).first()) as Record<string, string>;
  const lines = (await world.db('order_lines').where({ order_id: id }).pluck('name')) as string[];
  expect(lines.length).toBeGreaterThan(1);
  const shownColumns = ['serial_number', 'customer', 'dealer_name', 'model_name', 'siding_color', 'roof_color'];
  for (const expected of [...shownColumns.map((column) => order[column]), ...lines, 'Ridge Line Barns', holdReason])
    expect(sheet).toContain(expected);
  expect(sheet).toContain(`${Number(order['width'])} × ${Number(order['length'])} ft`);
  expect(sheet).not.toMatch(/\$|\d\.\d\d\b|price|cost|total/i);
});

test('the work orders of several orders are one file, each on its own page, in the given order', async () => {
  const ids = [
    await world.createPushedOrder('InQueue'),
    await world.createPushedOrder('InQueue'),
    await world.createPushedOrder('InQueue'),
  ];
  const file = (await downloadWorkOrders(world.ctx('builder'), { ids })) as {
    name: string;
    bytes: Uint8Array;
  };
  expect(file.name).toBe('work_orders.pdf');
  const pages = getText(file.bytes).split('\f').slice(0, 3);
  const serials = new Map(
    (
      (await world.db('orders').whereIn('id', ids).select('id', 'serial_number')) as {
        id: string;
        serial_number: string;
      }[]
    ).map(({ id, serial_number: serial }) => [id, serial]),
  );
  expect(pages.map((page, n) => page.includes(serials.get(ids[n] ?? '') ?? 'none'))).toEqual([true, true, true]);
  await expect(downloadWorkOrders(world.ctx('other.shop'), { ids })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(downloadWorkOrders(world.ctx('builder'), { ids: ['x'] })).rejects.toThrow('is not a valid ID');
});

test('another shop’s work order does not exist', async () => {
  const id = await world.createPushedOrder('InQueue');
  await expect(downloadWorkOrder(world.ctx('other.shop'), { id })).rejects.toMatchObject({ code: 'not-found' });
});
