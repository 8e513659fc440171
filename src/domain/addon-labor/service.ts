import { z } from 'zod';
import { addOnTypes } from '../pricing/case.js';
import { Named } from '../records/fields.js';
import { Listing, listOf, pageOf } from '../records/page.js';
import { service } from '../service.js';

const AddOnLabor = z.object({
  _id: z.uuid(),
  name: z.string(),
  category: Named.nullable(),
  standardLaborType: z.enum(addOnTypes),
  standardLaborTotal: z.number(),
  revision: z.int(),
});

export const listStandardAddOnLabor = service({
  summary: 'All add-on labor at standard values, by name',
  permission: 'catalogue.labor',
  effect: 'read',
  input: Listing,
  output: listOf(AddOnLabor),
  run: async (ctx, listing) => {
    const rows = (await ctx
      .db('addon_labor as l')
      .leftJoin('addon_categories as c', 'c.id', 'l.category_id')
      .select({
        _id: 'l.id',
        name: 'l.name',
        standardLaborType: 'l.type',
        standardLaborTotal: 'l.total',
        revision: 'l.revision',
      })
      .select(
        ctx.db.raw(`case when c.id is not null then json_build_object('_id', c.id, 'name', c.name) end as category`),
      )
      .orderByRaw('lower(l.name), l.id')) as z.output<typeof AddOnLabor>[];
    return pageOf(rows, listing, ['name', 'category']);
  },
});
