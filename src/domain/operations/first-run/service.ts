import type { Knex } from 'knex';
import { z } from 'zod';
import { queryColumn, queryCount } from '../../kernel/database/rows.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { can, type Permission } from '../../kernel/rights/permissions.js';
import { authorize, service } from '../../kernel/service.js';
import type { SampleFile } from '../demo/company-file.js';
import { findFirstOrder, findProgress } from './queries.js';
import { insertSample } from './sample-add.js';
import { readSample, readSampleOrders } from './sample-file.js';
import { sampleKinds } from './sample-kinds.js';
import { deleteSample } from './sample-remove.js';
import { firstSteps, FirstRun, type FirstStep, SampleAdded, SampleOrders, SampleRemoved } from './schema.js';

/** The permission for a step. */
const permissionByStep: Readonly<Record<FirstStep, Permission>> = {
  company: 'company.write',
  rates: 'company.write',
  items: 'catalogue.write',
  models: 'catalogue.write',
  shops: 'shops.manage',
  people: 'users.manage',
  upload: 'orders.import',
};

const WEEK_MS = 7 * 24 * 3_600_000;

export const getFirstRun = service({
  summary: "Get the steps to the company's first priced order, and which are done",
  permission: 'company.write',
  effect: 'read',
  input: z.object({}),
  output: { office: FirstRun },
  run: async (ctx) => {
    const { order, isInvoicing } = await findFirstOrder(ctx.db);
    const isPast = isInvoicing || (order !== null && ctx.clock.now().getTime() - Date.parse(order.createdAt) > WEEK_MS);
    return {
      state: isPast ? ('past' as const) : order ? ('done' as const) : ('open' as const),
      steps: isPast ? [] : await listSteps(ctx),
      sample: await findSampleState(ctx.db),
      order,
    };
  },
});

async function listSteps({ db, actor }: ActorCtx): Promise<z.output<typeof FirstRun>['steps']> {
  if (actor.viewOnly) return [];
  const progress = await findProgress(db);
  return firstSteps.filter((step) => can(actor, permissionByStep[step])).map((step) => ({ step, ...progress[step] }));
}

/** How many records the sample has, without the company's colors and rates. */
const countRecords = (file: SampleFile): number =>
  Object.entries(file).reduce((sum, [, part]) => sum + (Array.isArray(part) ? part.length : 0), 0);

async function findSampleState(db: Knex): Promise<'none' | 'part' | 'whole'> {
  const kinds = sampleKinds.map(({ entity }) => entity);
  const n = await queryCount(db('sample_records').whereRaw('kind = any(?)', [kinds]));
  if (n === 0) return 'none';
  return n < countRecords(await readSample()) ? 'part' : 'whole';
}

const manage = { permission: 'sample.manage', effect: 'write', input: z.object({}) } as const;

export const addSample = service({
  ...manage,
  summary:
    'Add the sample catalogue: items, sheds, add-ons, a shop and a dealer, and colors and rates if there are none',
  output: { office: SampleAdded },
  prepare: readSample,
  run: async (tx, _, file) => {
    const company = await lockCompany(tx);
    const state = await findSampleState(tx.db);
    if (state === 'part') throw new DomainError('sample-remains', { names: await nameRemains(tx.db) });
    if (state === 'whole') {
      tx.unchanged();
      return { msg: '', added: 0 };
    }
    const records = await insertSample(tx, file);
    await tx.audit({ action: 'add sample catalogue', entity: 'company', id: company, after: { records } });
    await publishSample(tx);
    return { msg: 'Sample catalogue is added', added: records };
  },
});

export const removeSample = service({
  ...manage,
  summary: 'Remove the sample catalogue, except records that have changed or are in use',
  output: { office: SampleRemoved },
  prepare: readSample,
  run: async (tx, _, file) => {
    const company = await lockCompany(tx);
    const { removed, kept, isChanged } = await deleteSample(tx, file);
    if (isChanged) {
      const after = { records: removed, kept: kept.length };
      await tx.audit({ action: 'remove sample catalogue', entity: 'company', id: company, after });
      await publishSample(tx);
    } else tx.unchanged();
    const msg = kept.length === 0 ? 'Sample catalogue is removed' : 'Part of the sample catalogue is removed';
    return { msg, removed, kept };
  },
});

export const getSampleOrders = service({
  summary: "Get sample orders in the sales system's format, which match the sample catalogue",
  permission: 'orders.import',
  effect: 'read',
  input: z.object({}),
  output: { office: SampleOrders },
  run: async (ctx) => ({ orders: await readSampleOrders(ctx.clock.now()) }),
});

/** The company's ID. Locks the company so that changes of the sample wait for each other. */
async function lockCompany(tx: WriteCtx): Promise<string> {
  authorize(tx, 'company.write', 'write'); // for the company's colors and rates
  const [id] = await queryColumn<string>(tx.db('companies').forUpdate().pluck('id'));
  if (!id) throw notFound('Company');
  return id;
}

const publishSample = async (tx: WriteCtx): Promise<void> => {
  await tx.publish({ topic: 'catalogue', shopIds: [null] });
  await tx.publish({ topic: 'shops', shopIds: [null] });
};

const MOST_NAMED = 3;

async function nameRemains(db: Knex): Promise<string[]> {
  const names: string[] = [];
  for (const { entity, find } of sampleKinds) {
    const ids = await queryColumn<string>(db('sample_records').where({ kind: entity }).pluck('id'));
    names.push(...(await find(db, ids)).map(({ name }) => name));
  }
  const more = names.length - MOST_NAMED;
  return more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
}
