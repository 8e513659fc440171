import { z } from 'zod';
import { addOnTypes } from '../../pricing/case/case.js';
import { toDollars } from '../../kernel/cents.js';
import { NamedRecord } from '../../kernel/records/fields.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { queryRows } from '../../kernel/database/rows.js';
import { componentCosts } from '../prices/component-costs.js';

const Component = NamedRecord.extend({
  category: z.string(),
  /** At standard values (P3), in dollars. */
  cost: z.number(),
});
const AddOn = NamedRecord.extend({ category: z.string(), type: z.enum(addOnTypes), retailPrice: z.number() });

export const listShedParts = service({
  summary: 'List what a shed of a category can use: components, add-ons of its parent categories and base styles',
  permission: 'catalogue.view',
  effect: 'read',
  input: RecordId,
  output: z.object({ components: z.array(Component), addOns: z.array(AddOn), baseStyles: z.array(NamedRecord) }),
  run: async (ctx, { id }) => {
    const nameColumns = (table: string) => ({ _id: `${table}.id`, name: `${table}.name`, category: 'g.name' });
    const components = await queryRows<Omit<z.output<typeof Component>, 'cost'>>(
      ctx
        .db('components as c')
        .join('component_categories as g', 'g.id', 'c.category_id')
        .where('c.shed_category_id', id)
        .orderByRaw('lower(c.name), c.id')
        .select(nameColumns('c')),
    );
    const costs = await componentCosts(ctx.db, { ids: components.map(({ _id }) => _id), shopId: null });
    const addOns = await queryRows<z.output<typeof AddOn>>(
      ctx
        .db('add_ons as a')
        .join('addon_categories as g', 'g.id', 'a.category_id')
        .whereRaw(
          `g.parent_id in (select addon_parent_category_id from shed_category_addon_parents where shed_category_id = ?)`,
          [id],
        )
        .orderByRaw('lower(a.name), a.id')
        .select({ ...nameColumns('a'), type: 'a.type', retailPrice: 'a.retail_price' }),
    );
    const baseStyles = await queryRows<z.output<typeof NamedRecord>>(
      ctx.db('base_styles as b').orderByRaw('lower(b.name)').select({ _id: 'b.id', name: 'b.name' }),
    );
    return {
      components: components.map((one) => ({ ...one, cost: toDollars(costs.get(one._id)?.standard ?? 0) })),
      addOns,
      baseStyles,
    };
  },
});
