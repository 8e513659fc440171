import { z } from 'zod';
import { likeText } from '../../kernel/database/like.js';
import { ordersWithMetal } from '../../orders/life/metal.js';
import { service } from '../../kernel/service.js';
import { findShopFilter } from '../../kernel/rights/requested-shop.js';
import { findMetalPackages } from './packages.js';
import { MetalOrderFor, MetalPackageChoice } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';
import { Id, officeAndShop } from '../../kernel/records/fields.js';

const look = { permission: 'purchasing.read', effect: 'read' } as const;
const MOST_FOUND = 20;

export const listMetalPackages = service({
  ...look,
  summary: 'List the components that are ordered as metal packages, with the item names of the shop',
  input: z.object({ shop: Id.optional() }),
  output: officeAndShop(z.object({ items: z.array(MetalPackageChoice) })),
  run: async (ctx, { shop }) => ({ items: await findMetalPackages(ctx.db, await findShopFilter(ctx, shop)) }),
});

export const listOrdersForMetal = service({
  ...look,
  summary: 'List up to 20 open orders of a shop by part of their serial number, exact matches first',
  input: z.object({ search: z.string().trim().max(100).default(''), shop: Id.optional() }),
  output: officeAndShop(z.object({ items: z.array(MetalOrderFor) })),
  run: async (ctx, { search, shop: requestedShop }) => {
    const shop = await findShopFilter(ctx, requestedShop);
    if (shop === null) return { items: [] };
    const rows = await queryRows<z.output<typeof MetalOrderFor>>(
      ordersWithMetal(ctx.db, shop)
        .leftJoin('shed_categories as g', 'g.id', 'o.category_id')
        .whereRaw('o.serial_number ilike ?', [likeText(search)])
        .select({ _id: 'o.id', serialNumber: 'o.serial_number', status: 'o.status', metalOrdered: 'o.metal_ordered' })
        .select({ roofColor: 'o.roof_color', sidingColor: 'o.siding_color', trimColor: 'o.trim_color' })
        .select({ model: 'o.model_name', width: 'o.width', length: 'o.length' })
        .select(
          ctx.db.raw(
            `case when g.id is not null then json_build_object('_id', g.id, 'name', g.name) end as "shedCategory"`,
          ),
        )
        .orderByRaw('lower(o.serial_number) <> lower(?), o.metal_ordered, o.date_ordered desc, o.id', [search])
        .limit(MOST_FOUND),
    );
    return { items: rows };
  },
});
