import type { Knex } from 'knex';
import { z } from 'zod';
import { addOnTypes, allocationFlags } from '../../pricing/case/case.js';
import { service } from '../../kernel/service.js';
import { NamedRecord } from '../../kernel/records/fields.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';

const Lookups = z.object({
  shops: z.array(NamedRecord.extend({ addOnPercent: z.number().nullable() })),
  dealers: z.array(NamedRecord.extend({ shop: z.uuid().nullable(), haulPercent: z.number().nullable() })),
  models: z.array(NamedRecord.extend({ code: z.string(), category: z.string() })),
  /** The siding and roof types of the shed categories. */
  sidingTypes: z.array(z.string()),
  roofTypes: z.array(z.string()),
  addOns: z.array(
    NamedRecord.extend({
      type: z.enum(addOnTypes),
      category: z.string(),
      retailPrice: z.number(),
      shopPercent: z.number().nullable(),
      mode: z.enum(allocationFlags).nullable(),
      discount: z.boolean(),
      ssId: z.string().nullable(),
    }),
  ),
});

type Lookups = z.output<typeof Lookups>;

export const listLookUps = service({
  summary: 'List the shops, dealers, models and add-ons to choose from on an order',
  permission: 'catalogue.read',
  effect: 'read',
  input: z.object({}),
  output: Lookups,
  run: async (ctx) => {
    const [shops, dealers, models, addOns] = await Promise.all([
      queryRows<Lookups['shops'][number]>(
        ctx.db('shops').select({ _id: 'id', name: 'name', addOnPercent: 'shop_add_on_percent' }).orderBy('name'),
      ),
      queryRows<Lookups['dealers'][number]>(
        ctx
          .db('dealers')
          .select({ _id: 'id', name: 'name', shop: 'shop_id', haulPercent: 'haul_percent' })
          .orderBy('name'),
      ),
      queryRows<Lookups['models'][number]>(
        ctx
          .db('shed_models as m')
          .join('shed_categories as c', 'c.id', 'm.category_id')
          .select({ _id: 'm.id', name: 'm.name', code: 'm.code', category: 'c.name' })
          .orderBy(['c.name', 'm.name']),
      ),
      queryRows<Lookups['addOns'][number]>(
        ctx
          .db('add_ons as a')
          .join('addon_categories as c', 'c.id', 'a.category_id')
          .select({
            _id: 'a.id',
            name: 'a.name',
            type: 'a.type',
            category: 'c.name',
            retailPrice: 'a.retail_price',
            shopPercent: 'a.shop_percent',
            mode: 'a.mode',
            discount: 'a.discount',
            ssId: 'a.ss_id',
          })
          .orderBy(['c.name', 'a.name']),
      ),
    ]);
    return { shops, dealers, models, addOns, ...(await findTypes(ctx.db)) };
  },
});

async function findTypes(db: Knex): Promise<Pick<Lookups, 'sidingTypes' | 'roofTypes'>> {
  const distinct = (column: string) => `array(select distinct t from shed_categories, unnest(${column}) t order by t)`;
  return queryOnlyRow<Pick<Lookups, 'sidingTypes' | 'roofTypes'>>(
    db.raw(`select ${distinct('siding_types')} as "sidingTypes", ${distinct('roof_types')} as "roofTypes"`),
  );
}
