import { z } from 'zod';
import type { ActorCtx } from '../../kernel/context.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { notFound } from '../../kernel/errors.js';
import { recordFrom, toKeys, toRecord } from '../../kernel/objects.js';
import { service } from '../../kernel/service.js';
import { findDays, findStored } from './forget.js';
import { LONGEST_DAYS, retainedKinds, SHORTEST_DAYS } from './rules.js';

const kinds = toKeys(retainedKinds);
const Days = z
  .int('must be a whole number of days')
  .min(SHORTEST_DAYS, `must be at least ${SHORTEST_DAYS} day`)
  .max(LONGEST_DAYS, `must be at most ${LONGEST_DAYS.toLocaleString('en-US')} days`);
const fields = toRecord(kinds, () => Days.optional());

/** The days of each kind to change; kinds left out are unchanged. */
export const ChangeRetention = z.object(fields);

export const Retention = z.object({
  items: z.array(
    z.object({
      _id: z.enum(kinds),
      label: z.string(),
      days: z.int(),
      usual: z.int(),
      rows: z.int(),
      oldest: z.string().nullable(),
    }),
  ),
});

async function readRetention({ db }: Pick<ActorCtx, 'db'>): Promise<z.output<typeof Retention>> {
  const days = await findDays(db);
  const periods = recordFrom(
    await findStored(db),
    ({ kind }) => kind,
    (one) => one,
  );
  return {
    items: kinds.map((kind) => ({
      ...{ _id: kind, label: retainedKinds[kind].label, days: days[kind], usual: retainedKinds[kind].days },
      ...{ rows: periods[kind].rows, oldest: periods[kind].oldest },
    })),
  };
}

export const getRetention = service({
  summary: 'Get how many days mail, logs and raw rows are kept, and how many rows there are',
  permission: 'company.manage',
  effect: 'read',
  input: z.object({}),
  output: { office: Retention },
  run: readRetention,
});

export const updateRetention = service({
  summary: 'Set how many days mail, logs and raw rows are kept; older ones are deleted within minutes',
  permission: 'company.manage',
  effect: 'write',
  input: ChangeRetention,
  output: { office: Retention.extend({ msg: z.string() }) },
  run: async (ctx, change) => {
    const company = await queryFirstRow<{ id: string; retention: object }>(
      ctx.db('companies').forUpdate().first('id', 'retention'),
    );
    if (!company) throw notFound('Company');
    const before = await findDays(ctx.db);
    const changedKinds = kinds.filter((kind) => change[kind] !== undefined && change[kind] !== before[kind]);
    if (changedKinds.length === 0) ctx.unchanged();
    else {
      const days = toRecord(changedKinds, (kind) => change[kind]);
      await ctx
        .db('companies')
        .where({ id: company.id })
        .update({ retention: JSON.stringify({ ...company.retention, ...days }) });
      await ctx.audit({
        ...{ action: 'change retention', entity: 'company', id: company.id },
        before: toRecord(changedKinds, (kind) => before[kind]),
        after: days,
      });
    }
    await ctx.publish({ topic: 'company', shopIds: [null] });
    return { msg: 'Retention is updated', ...(await readRetention(ctx)) };
  },
});
