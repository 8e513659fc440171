import { z } from 'zod';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { computeEffect, PriceEffect } from '../prices/effect.js';
import { RecordVersion, updateRecord, findRecord } from '../../kernel/records/record.js';
import { NOTHING_CHANGED, service } from '../../kernel/service.js';
import { shedKind } from './queries.js';
import { Shed, ShedFields } from './schema.js';
import { type ShedParts, putParts } from './service.js';
import { queryColumn } from '../../kernel/database/rows.js';

/** The import type of an update of all sheds of one size, which can be undone in the list of imports. */
export const SHED_PARTS = 'shed-parts';

type ShedValues = z.output<typeof Shed>;
const AllModels = ShedFields.pick({ components: true, standardAddOns: true }).extend(RecordVersion.shape);

/** A shed, the sheds of its size whose parts will change, and how many already have the new parts. */
interface Plan {
  readonly shed: ShedValues;
  readonly changing: readonly ShedValues[];
  readonly unchanged: number;
}

async function planAcross({ db }: ActorCtx, id: string, parts: ShedParts): Promise<Plan> {
  const shed = await findRecord(db, shedKind, id);
  const ids = await queryColumn<string>(
    db('sheds as s')
      .join('shed_models as m', 'm.id', 's.model_id')
      .where({ 'm.category_id': shed.category._id, 's.width': shed.width, 's.length': shed.length })
      .orderBy('s.id')
      .pluck('s.id'),
  );
  const all = await shedKind.find(db, ids);
  const key = partsKey(parts);
  const changing = all.filter((one) => partsKey(readParts(one)) !== key);
  return { shed, changing, unchanged: all.length - changing.length };
}

const readParts = ({ components, standardAddOns }: ShedValues): ShedParts => ({
  components: components.map(({ component, quantity }) => ({ component: component._id, quantity })),
  standardAddOns: standardAddOns.map(({ addon, quantity }) => ({ addon: addon._id, quantity })),
});

/** Parts as a text that does not depend on their order. */
const partsKey = ({ components, standardAddOns }: ShedParts): string =>
  [
    ...components.map(({ component, quantity }) => `c ${component} ${quantity}`),
    ...standardAddOns.map(({ addon, quantity }) => `a ${addon} ${quantity}`),
  ]
    .toSorted()
    .join('\n');

const formatShed = ({ model, baseStyle, width, length }: ShedValues): string =>
  `${model.name} ${baseStyle.name} ${width}x${length}`;

function formatChange(before: ShedValues, after: ShedValues): string {
  const kinds = ['components', 'standardAddOns'] as const;
  const [old, now] = [readLines(before), readLines(after)];
  const changes = kinds
    .map((kind) => ({ kind, from: formatLines(old[kind]), to: formatLines(now[kind]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ kind, from, to }) => `${kind === 'components' ? 'components' : 'add-ons'} ${from} → ${to}`);
  return `${formatShed(before)}: ${changes.join('; ')}`;
}

const formatLines = (lines: z.output<typeof Lines>['components']): string =>
  lines
    .map(({ name, quantity }) => `${quantity} × ${name}`)
    .toSorted()
    .join(', ') || 'none';

export const updateAllModels = service({
  summary: "Copy a shed's components and add-ons to all sheds of its size in its category; undo it under Imports",
  permission: 'catalogue.write',
  effect: 'write',
  input: AllModels,
  output: z.object({
    msg: z.string(),
    item: Shed,
    updated: z.int(),
    unchanged: z.int(),
    /** The import that undoes the update; null if nothing changed. */
    import: z.uuid().nullable(),
  }),
  run: async (ctx, { id, revision, ...parts }) => {
    await lockSize(ctx, id);
    const { shed, changing, unchanged } = await planAcross(ctx, id, parts);
    if (changing.length === 0) {
      ctx.unchanged();
      return { msg: NOTHING_CHANGED, item: shed, updated: 0, unchanged, import: null };
    }
    const record = await recordUpdate(ctx, shed, { changing, unchanged });
    for (const one of changing) {
      const expectedRevision = one._id === id ? revision : undefined;
      await updateRecord(ctx, shedKind, { id: one._id, revision: expectedRevision }, () =>
        putParts(ctx, one._id, parts),
      );
    }
    await ctx.db.raw(`select set_config('shedworks.import', '', true)`);
    const item = await findRecord(ctx.db, shedKind, id);
    const report = changing.map((one, n) => ({
      index: n + 1,
      serialNumber: null,
      state: 'changed',
      reason: formatChange(one, item),
    }));
    await ctx
      .db('imports')
      .where({ id: record })
      .update({ report: JSON.stringify(report) });
    return { msg: 'Shed is updated', item, updated: changing.length, unchanged, import: record };
  },
});

/** Locks all sheds of the size until the transaction ends, so that no one else changes them. */
const lockSize = ({ db }: WriteCtx, id: string) =>
  db.raw(
    `select s.id from sheds s join shed_models m on m.id = s.model_id
      where (m.category_id, s.width, s.length) = (select n.category_id, x.width, x.length
        from sheds x join shed_models n on n.id = x.model_id where x.id = ?)
      order by s.id for update of s`,
    [id],
  );

/** Records the update as an import with a row for each shed, so that all of it can be undone together. */
async function recordUpdate(
  tx: WriteCtx,
  { category, width, length }: ShedValues,
  { changing, unchanged }: Pick<Plan, 'changing' | 'unchanged'>,
): Promise<string> {
  const { db, actor, clock } = tx;
  const id = newId();
  const fileName = `Parts of ${width} × ${length} in ${category.name}`;
  await db('imports').insert({
    id,
    kind: SHED_PARTS,
    file_name: fileName,
    sha256: '',
    actor_id: actor.id,
    actor_name: actor.name,
    at: clock.now(),
    counts: JSON.stringify({ new: 0, changed: changing.length, unchanged, refused: 0 }),
    report: '[]',
  });
  const row = { import_id: id, sheet: 0, cells: '[]', state: 'changed', changes: '[]', problems: '[]', taken: true };
  await db('import_rows').insert(
    changing.map((shed, n) => ({ ...row, n: n + 1, row: n + 1, name: formatShed(shed), record_id: shed._id })),
  );
  await db.raw(`select set_config('shedworks.import', ?, true)`, [id]);
  await tx.audit({ action: 'update across all models', entity: 'import', id, after: { sheds: changing.length } });
  return id;
}

const Line = z.object({ name: z.string(), quantity: z.number() });
const Lines = z.object({ components: z.array(Line), standardAddOns: z.array(Line) });

const effect = computeEffect(updateAllModels);

export const previewAllModels = service({
  summary:
    "Preview which sheds would get a shed's components and add-ons, what they have now, and the effect on gross profit",
  permission: 'catalogue.write',
  effect: 'read',
  input: AllModels,
  output: PriceEffect.extend({
    changing: z.array(z.object({ _id: z.uuid(), name: z.string(), before: Lines })),
    unchanged: z.int(),
  }),
  run: async (ctx, input) => {
    const { changing, unchanged } = await planAcross(ctx, input.id, input);
    const result = await effect(ctx, input);
    const before = changing.map((shed) => ({ _id: shed._id, name: formatShed(shed), before: readLines(shed) }));
    return { ...z.decode(PriceEffect, result), changing: before, unchanged };
  },
});

const readLines = ({ components, standardAddOns }: ShedValues): z.output<typeof Lines> => ({
  components: components.map(({ component, quantity }) => ({ name: component.name, quantity })),
  standardAddOns: standardAddOns.map(({ addon, quantity }) => ({ name: addon.name, quantity })),
});
