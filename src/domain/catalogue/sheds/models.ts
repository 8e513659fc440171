import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { NamedRecord } from '../../kernel/records/fields.js';
import { Listing, getList, getPage, refuseHiddenSort } from '../../kernel/records/page.js';
import { createRecord, RecordVersion, findRecord, RecordId, replaceRows } from '../../kernel/records/record.js';
import {
  serviceToCreate,
  serviceToDelete,
  serviceToGet,
  serviceToPreviewDeletion,
  serviceToUpdate,
} from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { copyModelParts, notePercents } from './copy.js';
import { modelKind, selectModels } from './queries.js';
import { CopyModel, ModelFields, NewModel, ShedModel } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

type Model = z.output<typeof ShedModel>;
const lists = { office: getList(ShedModel), shop: getList(ShedModel), builder: getList(NamedRecord) };
const isNamed = (field: string): boolean => field in NamedRecord.shape;
const Input = Listing.extend({ size: Listing.shape.size.default(60) });

export const listAllModels = service({
  summary: 'List all shed models by name',
  permission: 'catalogue.names',
  effect: 'read',
  input: Input.extend({ size: Listing.shape.size.default(5000) }),
  output: lists,
  run: async (ctx, listing) => {
    refuseHiddenSort(ctx, listing.sort, isNamed);
    return getPage(await queryRows<Model>(selectModels(ctx.db)), listing, ['name', 'code', 'shedCategory']);
  },
});

export const listModels = service({
  summary: 'List the shed models of a category by name',
  permission: 'catalogue.names',
  effect: 'read',
  input: Input.extend(RecordId.shape),
  output: lists,
  run: async (ctx, { id, ...listing }) => {
    refuseHiddenSort(ctx, listing.sort, isNamed);
    return getPage(await queryRows<Model>(selectModels(ctx.db).where('m.category_id', id)), listing, ['name', 'code']);
  },
});

export const getModel = serviceToGet({
  kind: modelKind,
  summary: 'Get one shed model with its standard add-ons',
  permission: 'catalogue.view',
});

const SaveResult = z.object({ msg: z.string(), item: ShedModel });

async function putAddOns(ctx: WriteCtx, id: string, lines: readonly { addon: string; quantity: number }[]) {
  const rows = lines.map(({ addon, quantity }) => ({ add_on_id: addon, quantity }));
  await replaceRows(ctx.db, 'shed_model_add_ons', { model_id: id }, rows);
}

export const createModel = serviceToCreate({
  kind: modelKind,
  summary: 'Add a shed model',
  permission: 'catalogue.write',
  input: NewModel,
  msg: 'ShedModel is created',
  write: async (ctx, id, { name, code, shedCategory, standardAddOns }) => {
    await ctx.db('shed_models').insert({ id, name, code, category_id: shedCategory });
    await putAddOns(ctx, id, standardAddOns);
  },
});

export const updateModel = serviceToUpdate({
  kind: modelKind,
  summary: 'Change a shed model and its standard add-ons',
  permission: 'catalogue.write',
  input: ModelFields.extend(RecordVersion.shape),
  msg: 'ShedModel is updated',
  write: async (ctx, id, { name, code, standardAddOns }) => {
    await ctx.db('shed_models').where({ id }).update({ name, code });
    await putAddOns(ctx, id, standardAddOns);
  },
});

export const previewModelDeletion = serviceToPreviewDeletion({
  kind: modelKind,
  summary: 'Preview deleting a shed model: what prevents it and what is deleted with it',
  permission: 'catalogue.write',
});

export const deleteModel = serviceToDelete({
  kind: modelKind,
  summary: 'Delete a shed model without sheds, and its labor and haul bases',
  permission: 'catalogue.write',
  msg: 'ShedModel is deleted',
});

export const copyModel = service({
  summary: 'Copy a shed model with all its sizes, labor, haul bases and shop percentages',
  permission: 'catalogue.write',
  effect: 'write',
  input: CopyModel,
  output: SaveResult.extend({ shedsCreated: z.int(), shopPercentages: z.int() }),
  run: async (ctx, { id: from, name, code, shedCategory }) => {
    const original = await findRecord(ctx.db, modelKind, from);
    const category = shedCategory ?? original.shedCategory._id;
    let copies: Awaited<ReturnType<typeof copyModelParts>> = { sheds: 0, shops: [] };
    const item = await createRecord(ctx, modelKind, async (id) => {
      await ctx.db('shed_models').insert({ id, name, code, category_id: category });
      copies = await copyModelParts(ctx, { from, to: id, category });
    });
    await notePercents(ctx, copies.shops, { from: original.name, to: name });
    return {
      msg: `Successfully copied shed model and created ${copies.sheds} sheds`,
      item,
      shedsCreated: copies.sheds,
      shopPercentages: copies.shops.length,
    };
  },
});
