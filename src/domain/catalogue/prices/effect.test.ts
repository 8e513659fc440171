import { describe, expect, test } from 'vitest';
import { updateDealer } from '../../company/dealers/service.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { computeEffect } from './effect.js';
import { shedPrices } from './shed-prices.js';
import { service } from '../../kernel/service.js';
import { z } from 'zod';

const world = useWorld();

/** Any change of prices or costs, as a use case. */
const changing = (sql: string) =>
  service({
    summary: 'Change something',
    permission: 'catalogue.write',
    effect: 'write',
    input: z.object({ id: z.string() }),
    output: z.object({ msg: z.string() }),
    run: async (ctx, { id }) => {
      await ctx.db.raw(sql, [id]);
      await ctx.audit({ action: 'change', entity: 'item', id });
      return { msg: 'changed' };
    },
  });

const office = () => world.ctx('office.admin');
const effect = (sql: string, id: string) => computeEffect(changing(sql))(office(), { id }) as Promise<Effect>;
interface Effect {
  sheds: number;
  addOns: number;
  openOrders: number;
  shops: {
    shop: { name: string };
    what: 'NB' | 'INV' | 'addOns';
    count: number;
    leftOut: number;
    before: { grossProfit: number | null };
    after: { grossProfit: number | null };
  }[];
}

const readUsed = async () => {
  const { rows } = (await world.db.raw(
    `select i.id, count(distinct s.shed_id)::int as sheds from items i join component_items c on c.item_id = i.id
       join shed_components s on s.component_id = c.component_id group by 1 order by 2, 1 limit 1`,
  )) as { rows: [{ id: string; sheds: number }] };
  return rows[0];
};

describe('the effect of a price change', () => {
  test('covers the sheds made with an item and each shop without its own value, and stores nothing', async () => {
    const { id, sheds } = await readUsed();
    const before: unknown = await world.db('items').where({ id }).first();
    const versions = await world.db('catalogue_versions').count({ n: '*' });
    const changeEffect = await effect('update items set sub_total = sub_total + 10 where id = ?', id);
    expect(changeEffect.sheds).toBe(sheds);
    const owns = (await world.db('shop_item_values').where({ item_id: id }).whereNotNull('sub_total')).length;
    expect(changeEffect.shops.filter(({ what }) => what === 'NB')).toHaveLength(4); // the standard figures change everywhere, regardless of a shop's values
    expect(owns).toBeLessThanOrEqual(4);
    for (const shop of changeEffect.shops) expect(shop.after.grossProfit).toBeLessThan(shop.before.grossProfit ?? 0);
    expect(await world.db('items').where({ id }).first()).toEqual(before);
    expect(await world.db('catalogue_versions').count({ n: '*' })).toEqual(versions);
  });

  test('shows the figures that apply after the change is made', async () => {
    const { id } = await readUsed();
    const raise = 'update items set sub_total = sub_total + 10 where id = ?';
    const homeEffect = (await effect(raise, id)).shops.find(({ shop }) => shop.name === homeShop);
    await changing(raise)(office(), { id });
    const rows = (await world
      .db('shed_components as s')
      .join('component_items as c', 'c.component_id', 's.component_id')
      .where('c.item_id', id)
      .distinct('s.shed_id')) as { shed_id: string }[];
    const prices = await shedPrices(world.db, {
      shopId: await world.findShopId(homeShop),
      type: 'NB',
      shedIds: rows.map((row) => row.shed_id),
    });
    const sum = [...prices.values()].reduce((all, { total }) => all + total.grossProfit, 0);
    expect(homeEffect?.after.grossProfit).toBe(sum / 100);
  });

  test('P0: sheds of unknown cost are left out of the profit and counted', async () => {
    const { id } = await readUsed();
    const raise = 'update items set sub_total = sub_total + 10 where id = ?';
    const home = (allEffects: Effect) => allEffects.shops.find(({ shop }) => shop.name === homeShop) ?? expect.fail();
    const before = home(await effect(raise, id));
    const trx = await world.db.transaction();
    try {
      const [labor] = (await trx('shed_labor as l')
        .join('sheds as s', (join) =>
          join
            .on('s.model_id', 'l.model_id')
            .on('s.base_style_id', 'l.base_style_id')
            .on('s.width', 'l.width')
            .on('s.length', 'l.length'),
        )
        .whereRaw(
          's.id in (select x.shed_id from shed_components x join component_items c using (component_id) where c.item_id = ?)',
          [id],
        )
        .select('l.id')) as { id: string }[];
      await trx('shed_labor')
        .where({ id: labor?.id ?? '' })
        .delete();
      const preview = computeEffect(changing(raise))(world.ctx('office.admin', { db: trx }), { id }) as Promise<Effect>;
      const without = home(await preview);
      expect(without).toMatchObject({ count: before.count, leftOut: 1 });
      expect(without.before.grossProfit).toBeLessThan(before.before.grossProfit ?? 0);
      await trx('shed_labor').delete();
      const none = { grossProfit: null, percent: null };
      expect(
        home((await computeEffect(changing(raise))(world.ctx('office.admin', { db: trx }), { id })) as Effect),
      ).toMatchObject({
        leftOut: before.count,
        before: none,
        after: none,
      });
    } finally {
      await trx.rollback();
    }
  });

  test("of a shop's own value covers only that shop; that of a dealer, no shed", async () => {
    const id = await world.findShopId(homeShop);
    const changeEffect = await effect('update shops set overhead = coalesce(overhead, 0) + 1 where id = ?', id);
    expect(changeEffect.shops.map(({ what, shop }) => [what, shop.name])).toEqual([
      ['NB', homeShop],
      ['INV', homeShop],
    ]);
    const dealer = (await world.db('dealers').first('id', 'name')) as { id: string; name: string };
    const none = (await computeEffect(updateDealer)(office(), { ...dealer, haulPercent: 12 })) as Effect;
    expect(none).toMatchObject({ sheds: 0, addOns: 0, openOrders: 0, shops: [] });
  });

  test('of an add-on price covers its add-ons and the sheds that have them as standard', async () => {
    const { id } = (await world
      .db('shed_add_ons as x')
      .join('add_ons as a', 'a.id', 'x.add_on_id')
      .where({ type: 'piece', discount: false })
      .whereNull('mode')
      .first('a.id')) as { id: string };
    const changeEffect = await effect('update add_ons set retail_price = retail_price + 50 where id = ?', id);
    expect(changeEffect.addOns).toBe(1);
    expect(changeEffect.sheds).toBeGreaterThan(0);
    for (const what of ['NB', 'addOns'] as const) {
      const [first] = changeEffect.shops.filter((effects) => effects.what === what);
      expect(first?.after.grossProfit, what).toBeGreaterThan(first?.before.grossProfit as number);
    }
  });

  test("of a shop's own items of an add-on covers only that shop, at its own costs", async () => {
    const shop = await world.findShopId(homeShop);
    const { id } = (await world
      .db('add_on_items as x')
      .join('add_ons as a', 'a.id', 'x.add_on_id')
      .where({ type: 'piece', discount: false, non_inventory: false })
      .whereNull('x.shop_id')
      .first('x.id')) as { id: string };
    const changeEffect = await effect(
      `insert into add_on_items (id, add_on_id, shop_id, item_id, quantity)
       select gen_random_uuid(), add_on_id, '${shop}', item_id, quantity + 5 from add_on_items where id = ?`,
      id,
    );
    const [first, ...otherEffects] = changeEffect.shops.filter(({ what }) => what === 'addOns');
    expect(first?.shop.name).toBe(homeShop);
    expect(otherEffects).toEqual([]);
    expect(first?.after.grossProfit).toBeLessThan(first?.before.grossProfit as number);
  });

  test('of a percent for off-lot orders covers those; of a value that does not affect prices, or of a haul, no shed', async () => {
    const shop = await world.findShopId(homeShop);
    const percent =
      'update shop_percents set eight_ten_twelve_inv_percent = 61.5 where shop_id = ? and category_id is null and model_id is null';
    const lot = await effect(percent, shop);
    expect(lot.shops.map(({ what, shop: { name } }) => [what, name])).toEqual([['INV', homeShop]]);
    expect(lot.sheds).toBe(lot.shops[0]?.count);
    const noEffect = await effect(`update shops set city = 'Elsewhere' where id = ?`, shop);
    expect(noEffect).toEqual({ sheds: 0, addOns: 0, openOrders: 0, shops: [] });
    const company = (await world.db('companies').first('id')) as { id: string };
    await world.createPushedOrder('InQueue');
    const fuel = await effect('update companies set fuel_surcharge = fuel_surcharge + 100 where id = ?', company.id);
    expect(fuel).toMatchObject({ sheds: 0, shops: [] });
    expect(fuel.openOrders).toBeGreaterThan(0);
  });

  test('of a change that is refused is the same refusal', async () => {
    const dealer = (await world.db('dealers').first('id', 'name')) as { id: string; name: string };
    await expect(computeEffect(updateDealer)(office(), { ...dealer, revision: 99 })).rejects.toMatchObject({
      code: 'stale-record',
    });
    await expect(computeEffect(updateDealer)(world.ctx('office.user'), dealer)).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });
});
