import { describe, expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from '../domain/testing/world.js';
import { useApi, type Person } from './testing/api.js';

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
    const done = await upload('office.admin', 'PUT /api/shed/update/retailprices', rows);
    expect(done).toMatchObject({ status: 200, json: { msg: 'Retail Prices are updated', updated: 1 } });
    expect((await price()).retail_price).toBe(123_450);
    expect((await upload('office.user', 'PUT /api/shed/update/retailprices', rows)).status).toBe(403);
  });

  test('gives chosen shops values of items, and at least one must be chosen', async () => {
    const { id, name, category } = await item();
    const rows = ['Category,Name,Sub_Total,Freight', `${category},${name},321.5,`];
    const call = 'PUT /api/item/shops/update/all';
    const shops = [await world.shopId(homeShop), await world.shopId(otherShop)].join(',');
    expect(await upload('office.admin', call, rows, { shops })).toMatchObject({
      status: 200,
      json: { msg: 'Standard Items values are updated in selected Shops' },
    });
    const own = (await ownValues(id)).filter(({ sub_total }: { sub_total: number }) => sub_total === 321.5);
    expect(own.map(({ name: shop }: { name: string }) => shop).sort()).toEqual([homeShop, otherShop].sort());
    expect(await upload('office.admin', call, rows)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'shops' }] },
    });
  });

  test('gives a shop its own values of items, and never changes the standard ones', async () => {
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

  test('is asked for where none was sent', async () => {
    for (const path of ['/api/shed/import', '/api/shedlabor/import'])
      expect((await api.call('office.admin', 'POST', path, { body: {} })).json).toMatchObject({
        errors: [{ path: 'file', msg: 'Please upload a file before importing.' }],
      });
  });
});
