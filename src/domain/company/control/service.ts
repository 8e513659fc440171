import { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import { toRow } from '../../kernel/records/columns.js';
import { RecordVersion, updateRecord, type RecordKind } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { findControl, findControls } from './queries.js';
import { ChangeControl, ControlRules } from './schema.js';

const kind: RecordKind<typeof ControlRules> = {
  what: 'The rules',
  entity: 'company',
  table: 'companies',
  schema: ControlRules,
  find: findControls,
  uses: [],
  topic: 'company',
  publish: (tx) => tx.publish({ topic: 'company', shopIds: [null] }),
};

const columns = {
  noOwnDecisions: 'no_own_decisions',
  amountLimit: 'amount_limit',
  amountNeeds: 'amount_needs',
  pricePercent: 'price_percent',
} as const;

export const getControl = service({
  summary: 'Get the rules for what needs a second person',
  permission: 'company.read',
  effect: 'read',
  input: z.object({}),
  output: { office: ControlRules },
  run: async ({ db }) => {
    const rules = await findControl(db);
    if (!rules) throw notFound('Company');
    return rules;
  },
});

export const updateControl = service({
  summary: 'Change the rules for what needs a second person',
  permission: 'company.manage',
  effect: 'write',
  input: ChangeControl.extend(RecordVersion.shape),
  output: { office: z.object({ msg: z.string(), item: ControlRules }) },
  run: async (ctx, { id, revision, ...fields }) => {
    const item = await updateRecord(ctx, kind, { id, revision }, async () => {
      const row = toRow(columns, fields);
      if (Object.keys(row).length > 0) await ctx.db('companies').where({ id }).update(row);
    });
    return { msg: 'Rules are updated', item };
  },
});
