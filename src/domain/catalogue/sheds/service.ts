import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { RecordVersion, replaceRows } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToGet, serviceToUpdate } from '../../kernel/records/writes.js';
import { shedKind } from './queries.js';
import { NewShed, ShedFields } from './schema.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';

export type ShedParts = Pick<z.output<typeof ShedFields>, 'components' | 'standardAddOns'>;

export const getShed = serviceToGet({
  kind: shedKind,
  summary: 'Get one shed with its components and standard add-ons',
  permission: 'catalogue.view',
});

const toRow = ({
  baseStyle,
  width,
  length,
  ssId,
  retailPrice,
}: Omit<z.output<typeof ShedFields>, 'components' | 'standardAddOns'>) => ({
  base_style_id: baseStyle,
  width,
  length,
  ss_id: ssId || null,
  retail_price: retailPrice,
});

const componentRows = (parts: ShedParts) =>
  parts.components.map(({ component, quantity }) => ({ component_id: component, quantity }));
const addOnRows = (parts: ShedParts) =>
  parts.standardAddOns.map(({ addon, quantity }) => ({ add_on_id: addon, quantity }));

/** Replaces the components and add-ons of a shed. Throws for components of another shed category. */
export async function putParts(ctx: WriteCtx, id: string, parts: ShedParts): Promise<void> {
  await refuseForeignComponents(ctx, id, parts);
  await replaceRows(ctx.db, 'shed_components', { shed_id: id }, componentRows(parts));
  await replaceRows(ctx.db, 'shed_add_ons', { shed_id: id }, addOnRows(parts));
}

/** Throws for components of other categories: the sheds of a category use only its own components. */
async function refuseForeignComponents({ db }: WriteCtx, id: string, { components }: ShedParts): Promise<void> {
  const foreign = await queryFirstRow<{ name: string }>(
    db('components as c')
      .whereRaw('c.id = any(?)', [components.map(({ component }) => component)])
      .whereRaw(
        'c.shed_category_id <> (select m.category_id from sheds s join shed_models m on m.id = s.model_id where s.id = ?)',
        [id],
      )
      .orderByRaw('lower(c.name)')
      .first('c.name'),
  );
  if (foreign) throw invalid('components', `${foreign.name} is not in this shed category`);
}

export const createShed = serviceToCreate({
  kind: shedKind,
  summary: 'Add a shed: a size of a model',
  permission: 'catalogue.write',
  input: NewShed,
  msg: 'Shed is created',
  write: async (ctx, id, { model, ...fields }) => {
    const shed = { ...fields, standardAddOns: fields.standardAddOns ?? (await modelAddOns(ctx, model)) };
    await ctx.db('sheds').insert({ id, model_id: model, ...toRow(shed) });
    await putParts(ctx, id, shed);
  },
});

const modelAddOns = ({ db }: WriteCtx, model: string): Promise<ShedParts['standardAddOns']> =>
  queryRows(db('shed_model_add_ons').where({ model_id: model }).select({ addon: 'add_on_id', quantity: 'quantity' }));

export const updateShed = serviceToUpdate({
  kind: shedKind,
  summary: 'Change a shed; existing orders keep their prices',
  permission: 'catalogue.write',
  input: ShedFields.extend(RecordVersion.shape),
  msg: 'Shed is updated',
  write: async (ctx, id, shed) => {
    await ctx.db('sheds').where({ id }).update(toRow(shed));
    await putParts(ctx, id, shed);
  },
});

export const deleteShed = serviceToDelete({
  kind: shedKind,
  summary: 'Delete a shed; existing orders keep their prices',
  permission: 'catalogue.write',
  msg: 'Shed is deleted',
});
