import { z } from 'zod';
import { notFound } from '../errors.js';
import { service } from '../service.js';

const ShopName = z.object({ _id: z.uuid(), name: z.string() });
const OwnShop = ShopName.extend({
  defaultEmail: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  overhead: z.number().nullable(),
  revision: z.int(),
});

const columns = {
  _id: 'id',
  name: 'name',
  defaultEmail: 'default_email',
  streetAddress: 'street_address',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
  overhead: 'overhead',
  revision: 'revision',
};

export const listShops = service({
  summary: 'All shops by name',
  permission: 'shops.list',
  effect: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(OwnShop), total: z.int() }),
  run: async (ctx) => {
    const items = (await ctx.db('shops').select(columns).orderBy('name')) as z.output<typeof OwnShop>[];
    return { items, total: items.length };
  },
});

export const currentShop = service({
  summary: "The signed-in user's shop",
  permission: 'shops.own',
  effect: 'read',
  input: z.object({}),
  output: { office: OwnShop, shop: OwnShop, builder: ShopName },
  run: async (ctx) => {
    const shop = (await ctx.db('shops').where({ id: ctx.actor.shopId }).first(columns)) as
      z.output<typeof OwnShop> | undefined;
    if (!shop) throw notFound('Shop');
    return shop;
  },
});
