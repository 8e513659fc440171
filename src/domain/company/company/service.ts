import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { toRow } from '../../kernel/records/columns.js';
import { createRecord, updateRecord, deleteRecord, findRecord, RecordId } from '../../kernel/records/record.js';
import { formatUse } from '../../kernel/records/uses.js';
import { service } from '../../kernel/service.js';
import { findUserNames } from '../users/user-names.js';
import { findEveryone } from './audience.js';
import { findStandardMetals } from './metal-prices.js';
import { companyKind, findCompany } from './queries.js';
import {
  ChangeCompany,
  type ColorKind,
  colorKinds,
  Company,
  CompanyDetail,
  companyColumns,
  CompanyFields,
  CompanyProfile,
} from './schema.js';
import { queryCount, queryRows } from '../../kernel/database/rows.js';

export const getCompanyProfile = service({
  summary: "Get the company's name, address, time zone and colors; the office also gets its settings",
  permission: 'company.profile',
  effect: 'read',
  input: z.object({}),
  output: { office: CompanyDetail, shop: CompanyProfile, builder: CompanyProfile },
  run: async (ctx) => {
    const company = await findCompany(ctx.db);
    if (!company) throw notFound('Company');
    const record = await findRecord(ctx.db, companyKind, company._id);
    const companyUsers = await findUserNames(ctx.db, null);
    return { ...record, ...(await findStandardMetals(ctx.db)), companyUsers };
  },
});

const SaveResult = z.object({ msg: z.string(), item: Company });

export const createCompany = service({
  summary: 'Set up the company, if there is none yet',
  permission: 'company.create',
  effect: 'write',
  input: CompanyFields,
  output: SaveResult,
  run: async (ctx, fields) => {
    await ctx.db.raw('lock table companies in share row exclusive mode');
    if (await findCompany(ctx.db)) throw new DomainError('company-exists', undefined);
    const item = await createRecord(ctx, companyKind, async (id) => {
      await ctx.db('companies').insert({ id, ...toRow(companyColumns, fields) });
      await putColors(ctx, fields);
    });
    await ctx.publish({ topic: 'company', shopIds: [null] });
    return { msg: 'Company is created', item };
  },
});

export const updateCompany = service({
  summary: "Change the company's name, address, time zone, colors or settings; fields you leave out are unchanged",
  permission: 'company.write',
  effect: 'write',
  input: ChangeCompany,
  output: SaveResult,
  run: async (ctx, { id, revision, ...fields }) => {
    const item = await updateRecord(ctx, companyKind, { id, revision }, async () => {
      await ctx
        .db('companies')
        .where({ id })
        .update({ ...toRow(companyColumns, fields), updated_at: ctx.clock.now() });
      await putColors(ctx, fields);
    });
    await ctx.publish({ topic: 'company', shopIds: await findEveryone(ctx) });
    return { msg: 'Company is updated', item };
  },
});

type Lists = Pick<z.output<typeof ChangeCompany>, `${ColorKind}Colors`>;

/**
 * Stores the given lists. A color keeps its ID even if only its name is sent. Colors missing from their list are
 * deleted; orders keep them.
 */
async function putColors(ctx: WriteCtx, lists: Lists): Promise<void> {
  for (const kind of colorKinds) {
    const colors = lists[`${kind}Colors`];
    if (!colors) continue;
    const colorRows = await queryRows<StoredColor>(ctx.db('company_colors').where({ kind }).select('id', 'color'));
    const ids = new Set(colors.map(({ _id }) => _id));
    const namesake = (name: string) => colorRows.find(({ id, color }) => color === name && !ids.has(id))?.id;
    const rows = colors.map(({ _id, color }, position) => ({
      id: colorRows.find(({ id }) => id === _id)?.id ?? namesake(color) ?? newId(),
      kind,
      color,
      position,
    }));
    await ctx.db('company_colors').where({ kind }).delete();
    if (rows.length > 0) await ctx.db('company_colors').insert(rows);
  }
}

interface StoredColor {
  readonly id: string;
  readonly color: string;
}

/** The tables that depend on the company. */
const standing = [
  { table: 'shops', one: 'shop', many: 'shops' },
  { table: 'orders', one: 'order', many: 'orders' },
  { table: 'shed_categories', one: 'shed category', many: 'shed categories' },
  { table: 'addon_parent_categories', one: 'add-on parent category', many: 'add-on parent categories' },
  { table: 'item_categories', one: 'item category', many: 'item categories' },
  { table: 'base_styles', one: 'base style', many: 'base styles' },
  { table: 'dealers', one: 'dealer', many: 'dealers' },
] as const;

async function findUses({ db, actor }: WriteCtx): Promise<string[]> {
  const otherUsers = db('users')
    .where({ is_key: false })
    .whereNot({ id: actor.id ?? newId() });
  const uses = [
    ...standing.map(({ table, ...words }) => ({ rows: db(table), ...words })),
    { rows: otherUsers, one: 'other user', many: 'other users' },
  ];
  const problems: string[] = [];
  for (const { rows: counting, ...words } of uses) {
    const n = await queryCount(counting);
    if (n > 0) problems.push(formatUse(n, words));
  }
  return problems;
}

export const deleteCompany = service({
  summary: 'Delete the company, if it has no shops, orders, catalogue or other users',
  permission: 'company.manage',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const { name } = await findRecord(ctx.db, companyKind, id);
    const by = await findUses(ctx);
    if (by.length > 0) throw new DomainError('in-use', { what: `Company "${name}"`, by });
    await deleteRecord(ctx, companyKind, id);
    await ctx.db('company_colors').delete();
    await ctx.publish({ topic: 'company', shopIds: [null] });
    return { msg: 'Company is deleted' };
  },
});
