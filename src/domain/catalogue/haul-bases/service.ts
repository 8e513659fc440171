import type { Knex } from 'knex';
import { z } from 'zod';
import { invalid } from '../../kernel/errors.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordVersion } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToGet, serviceToUpdate } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { haulBaseKind, selectHaulBases } from './queries.js';
import { HaulBase, HaulBaseFields } from './schema.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

const look = { permission: 'catalogue.labor', effect: 'read' } as const;
const write = { permission: 'catalogue.write', effect: 'write' } as const;
export const listHaulBases = service({
  ...look,
  summary: 'List the haul bases of a model, by base style and size, in one shed category or all',
  input: Listing.extend({
    modelId: Id,
    /** The category of the model, or `all`. */
    param: z.union([z.literal('all'), z.uuid()], 'must be "all" or an ID'),
  }),
  output: getList(HaulBase),
  run: async (ctx, { modelId, param, ...listing }) => {
    const query = selectHaulBases(ctx.db).where('m.id', modelId);
    if (param !== 'all') query.where('c.id', param);
    return getPage(await queryRows<z.output<typeof HaulBase>>(query), listing, ['baseStyle', 'width', 'length']);
  },
});

export const getHaulBase = serviceToGet({
  kind: haulBaseKind,
  ...look,
  summary: 'Get one haul base',
});

type Fields = z.output<typeof HaulBaseFields>;

const toRow = ({ model, baseStyle, width, length, haulBase }: Fields) => ({
  model_id: model,
  base_style_id: baseStyle,
  width,
  length,
  haul_base: haulBase,
});

/** Throws if a category is given that is not that of the model. */
async function checkCategory(db: Knex, { shedCategory, model }: Fields): Promise<void> {
  if (shedCategory === undefined) return;
  const modelRow = await queryFirstRow<{ category_id: string }>(
    db('shed_models').where({ id: model }).first('category_id'),
  );
  if (modelRow && modelRow.category_id !== shedCategory) throw invalid('model', 'is not in this shed category');
}

export const createHaulBase = serviceToCreate({
  kind: haulBaseKind,
  ...write,
  summary: 'Add the haul base for a model, base style, width and length',
  input: HaulBaseFields,
  msg: 'HaulBase is created',
  write: async (ctx, id, fields) => {
    await checkCategory(ctx.db, fields);
    await ctx.db('haul_bases').insert({ id, ...toRow(fields) });
  },
});

export const updateHaulBase = serviceToUpdate({
  kind: haulBaseKind,
  ...write,
  summary: 'Change a haul base; existing orders keep their haul',
  input: HaulBaseFields.extend(RecordVersion.shape),
  msg: 'HaulBase is updated',
  write: async (ctx, id, fields) => {
    await checkCategory(ctx.db, fields);
    await ctx.db('haul_bases').where({ id }).update(toRow(fields));
  },
});

export const deleteHaulBase = serviceToDelete({
  kind: haulBaseKind,
  ...write,
  summary: 'Delete a haul base that no shed uses; existing orders keep their haul',
  msg: 'HaulBase is deleted',
});
