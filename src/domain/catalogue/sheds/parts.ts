import { z } from 'zod';
import { Named } from '../../kernel/records/fields.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { queryRows } from '../../kernel/database/rows.js';

export const shedParts = service({
  summary: 'List what a shed of a category can use: components, add-ons of its parent categories and base styles',
  permission: 'catalogue.view',
  effect: 'read',
  input: RecordId,
  output: z.object({ components: z.array(Named), addOns: z.array(Named), baseStyles: z.array(Named) }),
  run: async (ctx, { id }) => {
    const named = (table: string) => ({ _id: `${table}.id`, name: `${table}.name` });
    const components = await queryRows<z.output<typeof Named>>(
      ctx.db('components as c').where('c.shed_category_id', id).orderByRaw('lower(c.name), c.id').select(named('c')),
    );
    const addOns = await queryRows<z.output<typeof Named>>(
      ctx
        .db('add_ons as a')
        .join('addon_categories as g', 'g.id', 'a.category_id')
        .whereRaw(
          `g.parent_id in (select addon_parent_category_id from shed_category_addon_parents where shed_category_id = ?)`,
          [id],
        )
        .orderByRaw('lower(a.name), a.id')
        .select(named('a')),
    );
    const baseStyles = await queryRows<z.output<typeof Named>>(
      ctx.db('base_styles as b').orderByRaw('lower(b.name)').select(named('b')),
    );
    return { components, addOns, baseStyles };
  },
});
