import net, { type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../domain/kernel/database/database.js';
import { homeShop, otherShop, useWorld } from '../../domain/testing/world.js';
import { openApi, useApi, type Person } from '../testing/api.js';
import { readSampleRows } from '../../domain/imports/feed/testing/feed-rows.js';

const world = useWorld();
const api = useApi(world);

/** Uploads a file of comma-separated rows, as a browser does. */
async function upload(who: Person, call: string, rows: readonly string[], fields: Record<string, string> = {}) {
  const [method = '', path = ''] = call.split(' ');
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'rows.csv');
  const answer = await fetch(`${api.base}${path}`, { method, body, headers: { 'x-auth-token': await api.token(who) } });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}
const item = async () =>
  (await world.db('items as i').join('item_categories as c', 'c.id', 'i.category_id').first('i.id', 'i.name', {
    category: 'c.name',
  })) as { id: string; name: string; category: string };
const ownValues = (id: string) =>
  world
    .db('shop_item_values as v')
    .join('shops as s', 's.id', 'v.shop_id')
    .where({ item_id: id })
    .orderBy('s.name')
    .select('s.name', 'v.sub_total', 'v.freight');

describe('a file uploaded by a documented call', () => {
  test('changes retail prices, after a preview that changes none', async () => {
    const { id, ss_id, retail_price } = (await world.db('sheds').whereNotNull('ss_id').first()) as {
      id: string;
      ss_id: string;
      retail_price: number;
    };
    const price = () => world.db('sheds').where({ id }).first('retail_price') as Promise<{ retail_price: number }>;
    const rows = ['Shed_Suite_ID,Price', `${ss_id},"$1,234.50"`];
    const preview = await upload('office.admin', 'PUT /api/shed/update/retailprices?preview=true', rows);
    expect(preview).toMatchObject({ status: 200, json: { counts: { changed: 1 }, import: null } });
    expect((await price()).retail_price).toBe(retail_price);
    const result = await upload('office.admin', 'PUT /api/shed/update/retailprices', rows);
    expect(result).toMatchObject({ status: 200, json: { msg: 'Retail Prices are updated', updated: 1 } });
    expect((await price()).retail_price).toBe(123_450);
    expect((await upload('office.user', 'PUT /api/shed/update/retailprices', rows)).status).toBe(403);
  });

  test('sets item values of the chosen shops; at least one shop is required', async () => {
    const { id, name, category } = await item();
    const rows = ['Category,Name,Sub_Total,Freight', `${category},${name},321.5,`];
    const call = 'PUT /api/item/shops/update/all';
    const shops = [await world.findShopId(homeShop), await world.findShopId(otherShop)].join(',');
    expect(await upload('office.admin', call, rows, { shops })).toMatchObject({
      status: 200,
      json: { msg: 'Standard Items values are updated in selected Shops' },
    });
    const ownRows = (await ownValues(id)).filter(({ sub_total }: { sub_total: number }) => sub_total === 321.5);
    expect(ownRows.map(({ name: shop }: { name: string }) => shop).sort()).toEqual([homeShop, otherShop].sort());
    expect(await upload('office.admin', call, rows)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'shops' }] },
    });
  });

  test("sets a shop's own item values, and never changes the standard ones", async () => {
    const { id, name, category } = await item();
    const rows = ['Category,Name,Freight', `${category},${name},7.25`];
    const call = 'PUT /api/item/shop/update/all';
    const standard = await world.db('items').where({ id }).first();
    expect(await upload('shop.user', call, rows)).toMatchObject({
      status: 200,
      json: { msg: 'Items values are updated', counts: { changed: 1 } },
    });
    expect(await ownValues(id)).toContainEqual(expect.objectContaining({ name: homeShop, freight: 7.25 }));
    expect((await upload('office.admin', call, rows)).status).toBe(400);
    expect(await world.db('items').where({ id }).first()).toEqual(standard);
  });

  test('is required if none was sent', async () => {
    for (const path of ['/api/shed/import', '/api/shedlabor/import'])
      expect((await api.call('office.admin', 'POST', path, { body: {} })).json).toMatchObject({
        errors: [{ path: 'file', msg: 'Please upload a file before importing.' }],
      });
  });
});

/** An existing size, as the records of sheds, labor and haul bases name it. */
const readSize = async (table: 'sheds' | 'shed_labor' | 'haul_bases') => {
  const size = (await world
    .db(`${table} as t`)
    .join('shed_models as m', 'm.id', 't.model_id')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .join('base_styles as b', 'b.id', 't.base_style_id')
    .orderBy('t.id')
    .first({
      modelId: 'm.id',
      modelName: 'm.name',
      category: 'c.name',
      baseStyle: 'b.id',
      width: 't.width',
      length: 't.length',
    })) as Record<'modelId' | 'modelName' | 'category' | 'baseStyle' | 'width' | 'length', string>;
  const { modelId, modelName, category, ...rest } = size;
  return { shedCategory: category, model: { _id: modelId, name: modelName }, ...rest };
};
const rates = { roofBase: 2, trussCount: 3, paintHours: 4 };
const standardRates = { standardRoofBase: 2, standardTrussCount: 3, standardPaintHours: 4 };
const readFirst = (table: string) => world.db(table).orderBy('id').first() as Promise<{ id: string; name: string }>;

/** The bodies of the calls as documented, with a check of what each stores. */
const documentedCalls: readonly (readonly [
  call: string,
  body: () => Promise<unknown>,
  msg: string,
  stored: readonly [table: string, where: Record<string, unknown>],
  who?: Person,
])[] = [
  [
    'POST /api/dealer/import',
    async () => ({ file: [{ name: 'Documented', shop: await readFirst('shops'), city: 'Salem', haulPercent: 12.5 }] }),
    'Dealers imported',
    ['dealers', { name: 'Documented', city: 'Salem', haul_percent: 12.5 }],
  ],
  [
    'POST /api/haulbase/import',
    async () => ({ haulBase: [{ ...(await readSize('haul_bases')), haulBase: 987.65 }] }),
    'Haul bases imported',
    ['haul_bases', { haul_base: 98_765 }],
  ],
  [
    'POST /api/shed/import',
    async () => ({ sheds: [{ ...(await readSize('sheds')), retailPrice: 8765.43, ssId: 'DOC-1' }] }),
    'Successfully imported 1 records from 1 sheets.',
    ['sheds', { retail_price: 876_543, ss_id: 'DOC-1' }],
  ],
  [
    'POST /api/shedlabor/import',
    async () => [{ ...(await readSize('shed_labor')), standardBuildBase: 111.25, ...standardRates }],
    'Shed Labor is imported',
    ['shed_labor', { build_base: 111.25, roof_base: 2 }],
  ],
  [
    'PUT /api/shedlabor/update/shop/all',
    async () => ({ file: [{ ...(await readSize('shed_labor')), buildBase: 222.5, ...rates }] }),
    'Shed Labors is updated succesfully',
    ['shop_shed_labor', { build_base: 222.5 }],
    'shop.admin',
  ],
  [
    'PUT /api/item/shops/update/all',
    async () => {
      const { name, category } = await item();
      return { shops: [await world.findShopId(otherShop)], file: [{ category, name, subTotal: 654.5, freight: 1 }] };
    },
    'Standard Items values are updated in selected Shops',
    ['shop_item_values', { sub_total: 654.5 }],
  ],
  [
    'PUT /api/item/shop/update/all',
    async () => ({ file: [{ ...(await item()), freight: 6.75 }] }),
    'Items values are updated',
    ['shop_item_values', { freight: 6.75 }],
    'shop.admin',
  ],
  [
    'POST /api/addon/update/all',
    async () => {
      const { id, name } = await readFirst('add_ons');
      return { file: [{ id, name, retailPrice: 135.25 }] };
    },
    'Add-ons are updated',
    ['add_ons', { retail_price: 135.25 }],
  ],
  [
    'POST /api/addon/import',
    async () => {
      const category = (await world
        .db('addon_categories as c')
        .join('addon_parent_categories as p', 'p.id', 'c.parent_id')
        .first({ Category: 'c.name', Parent_Category: 'p.name' })) as object;
      return { file: [{ ...category, Name: 'Documented', Type: 'piece', Retail_Price: 99.5, Shop_Percent: 60 }] };
    },
    'Add-ons are created',
    ['add_ons', { name: 'Documented', retail_price: 99.5 }],
  ],
  [
    'POST /api/component/import',
    async () => {
      const line = (await world
        .db('component_items as x')
        .join('components as c', 'c.id', 'x.component_id')
        .join('items as i', 'i.id', 'x.item_id')
        .orderBy('x.id')
        .first({ Component_Id: 'c.id', Name: 'c.name', Item_Id: 'i.id', Item: 'i.name' })) as object;
      return { components: [{ ...line, Quantity: 17.25 }] };
    },
    'component is updated',
    ['component_items', { quantity: 17.25 }],
  ],
];

describe('the documented body', () => {
  const calls = documentedCalls.map(([call, body, msg, stored, who = 'office.admin']) => ({
    call,
    body,
    msg,
    stored,
    who,
  }));
  test.each(calls)(
    'of $call changes nothing as a preview, and is stored otherwise',
    async ({ call, body, msg, stored, who }) => {
      const [method = '', path = ''] = call.split(' ');
      const [table, where] = stored;
      const send = async (query: string) => api.call(who, method, `${path}${query}`, { body: await body() });
      expect(await send('?preview=true')).toMatchObject({ status: 200, json: { import: null } });
      expect(await world.db(table).where(where)).toEqual([]);
      expect(await send('')).toMatchObject({ status: 200, json: { msg, counts: { refused: 0 } } });
      expect(await world.db(table).where(where)).toHaveLength(1);
    },
  );

  test('of another call is not read as rows of this one', async () => {
    const answer = await api.call('office.admin', 'POST', '/api/shed/import', { body: { haulBase: [{ width: 8 }] } });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'file' }] } });
  });
});

/** A proxy in front of the database that counts round trips: how often a request follows an answer. */
async function countTrips(): Promise<{ readonly url: string; readonly trips: () => number }> {
  const target = new URL(world.url);
  let trips = 0;
  const proxy = net.createServer((client) => {
    let isAnswered = true;
    const server = net.connect(Number(target.port), target.hostname);
    client.on('data', (bytes) => {
      if (isAnswered) trips += 1;
      isAnswered = false;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAnswered = true;
      client.write(bytes);
    });
    client.on('close', () => server.destroy()).on('error', () => server.destroy());
    server.on('close', () => client.destroy()).on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const through = new URL(world.url);
  through.port = String((proxy.address() as AddressInfo).port);
  return { url: through.href, trips: () => trips };
}

test('an upload makes few database round trips, because each one costs time on a slow network', async () => {
  const feed = readSampleRows();
  const { url, trips } = await countTrips();
  const db = connect(url, { max: 1 });
  onTestFinished(() => db.destroy());
  const { call, server } = await openApi({ db, url: world.url });
  onTestFinished(() => server.stop());
  const token = await api.token('office.admin');
  const uploadOrders = async (name: string): Promise<void> => {
    const orders = feed.slice(0, 3).map((row, n) => ({ ...row, id: `${name}-${n}`, serialNumber: `${name}-${n}` }));
    const headers = { 'x-auth-token': token, 'idempotency-key': name };
    expect(await call(null, 'POST', '/api/orders', { body: { orders }, headers })).toMatchObject({ status: 200 });
  };
  await uploadOrders('first'); // opens the connection
  const before = trips();
  await uploadOrders('second');
  expect(trips() - before).toBeLessThanOrEqual(22);
});
