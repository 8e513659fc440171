import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { copyName } from '../../kernel/records/copy-name.js';
import { OneLine } from '../../kernel/records/fields.js';
import { createRecord, findRecord, publishCatalogue, RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { findAddOnNames, refuseTakenAddOnName } from './names.js';
import { addOnKind } from './queries.js';
import { AddOn } from './schema.js';

const copying = { permission: 'addons.copy', effect: 'write' } as const;

export const copyAddOn = service({
  ...copying,
  summary: 'Copy an add-on with its items under a new name',
  input: RecordId.extend({ name: OneLine().min(1).max(200).optional() }),
  output: z.object({ msg: z.string(), item: AddOn }),
  run: async (ctx, { id: from, name }) => {
    const original = await findRecord(ctx.db, addOnKind, from);
    const category = original.category._id;
    const item = await createRecord(ctx, addOnKind, async (id) => {
      const newName = name ?? copyName(original.name, await findAddOnNames(ctx, category, id));
      await refuseTakenAddOnName(ctx, { name: newName, category }, id);
      await copyInto(ctx, from, [{ id, category }], newName);
    });
    return { msg: 'Add-on is copied', item };
  },
});

export const createAddOnForAllCategories = service({
  ...copying,
  summary:
    'Copy an add-on to every category of the same name or origin under other parent categories, unless it is already there',
  input: RecordId,
  output: z.object({ msg: z.string(), created: z.int(), skipped: z.int() }),
  run: async (ctx, { id: from }) => {
    const original = await findRecord(ctx.db, addOnKind, from);
    const matching = await queryRows<{ id: string; has: boolean }>(
      ctx
        .db('addon_categories as c')
        .join('addon_categories as own', 'own.id', ctx.db.raw('?::uuid', [original.category._id]))
        .whereRaw('c.id <> own.id')
        .whereRaw('(lower(c.name) = lower(own.name) or coalesce(c.family, c.id) = coalesce(own.family, own.id))')
        .select('c.id')
        .select(
          ctx.db.raw(
            'exists (select 1 from add_ons a where a.category_id = c.id and lower(a.name) = lower(?)) as "has"',
            [original.name],
          ),
        ),
    );
    const targets = matching.filter(({ has }) => !has);
    const copies = targets.map(({ id: category }) => ({ id: crypto.randomUUID(), category }));
    await copyInto(ctx, from, copies, original.name);
    const after = { name: original.name, created: copies.length, skipped: matching.length - copies.length };
    await ctx.audit({
      action: 'create for all categories',
      entity: 'add-on',
      ids: [from, ...copies.map(({ id }) => id)],
      after,
    });
    await publishCatalogue(ctx);
    const { created, skipped } = after;
    if (matching.length === 0) return { msg: 'No matching categories found', created, skipped };
    return { msg: `Add-ons created for ${created} matching categories`, created, skipped };
  },
});

/** Creates copies of an add-on, one for each given ID and category. */
async function copyInto(
  ctx: WriteCtx,
  from: string,
  copies: readonly { id: string; category: string }[],
  name: string,
) {
  const ids = copies.map(({ id }) => id);
  const categories = copies.map(({ category }) => category);
  await ctx.db.raw(
    `insert into add_ons (id, name, category_id, type, ss_id, retail_price, shop_percent, mode, discount, steeper_pitch, on_site_fee, non_inventory, standard_non_inv_cost, addon_labor_id)
     select n.id, ?, n.category, x.type, null, x.retail_price, x.shop_percent, x.mode, x.discount, x.steeper_pitch, x.on_site_fee, x.non_inventory, x.standard_non_inv_cost, x.addon_labor_id
       from add_ons x cross join unnest(?::uuid[], ?::uuid[]) as n(id, category) where x.id = ?`,
    [name, ids, categories, from],
  );
  await ctx.db.raw(
    `insert into add_on_items (id, add_on_id, shop_id, item_id, description, quantity, replace_item, replacement_item_id, position)
     select gen_random_uuid(), n.id, x.shop_id, x.item_id, x.description, x.quantity, x.replace_item, x.replacement_item_id, x.position
       from add_on_items x cross join unnest(?::uuid[]) as n(id) where x.add_on_id = ?`,
    [ids, from],
  );
}
