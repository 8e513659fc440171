import { isShopRole } from '../../../kernel/rights/roles.js';
import { findCompany, type CompanyRow } from '../../../company/company/queries.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { invalid, notFound } from '../../../kernel/errors.js';
import { invoiceWindow } from '../../invoices/life/window.js';
import { findItems } from '../../../catalogue/items/queries.js';
import { service } from '../../../kernel/service.js';
import { findShopFilter } from '../../../kernel/rights/requested-shop.js';
import { todayIn } from '../../../kernel/time.js';
import { findChoices } from '../item-categories.js';
import { getRepairRate } from '../rules.js';
import { DraftRepair, RepairDraft } from '../schema.js';
import { queryFirstRow } from '../../../kernel/database/rows.js';

export const draftRepair = service({
  summary: 'Get the starting values for a repair or driver invoice, with its items and their rates',
  permission: 'repairs.write',
  effect: 'read',
  input: DraftRepair,
  output: RepairDraft,
  run: async (ctx, input) => {
    const company = await getCompany(ctx);
    const shop = await findRepairShop(ctx, await findShopFilter(ctx, input.shop));
    const items = await findChoices(ctx.db, input.type, await findItems(ctx.db, { shop: shop._id }));
    const now = ctx.clock.now();
    return {
      shop,
      billTo: company.name,
      invoicedDate: todayIn(company.timeZone, now),
      window: isShopRole(ctx.actor.role) ? invoiceWindow(now, company.timeZone) : null,
      items: items.map(({ _id, name, category, total, standard }) => ({
        ...{ _id, name, category: category.name },
        rate: getRepairRate(total),
        standardRate: getRepairRate(standard.total),
      })),
    };
  },
});

/** The company; throws if it is not set up yet. */
export async function getCompany(ctx: ActorCtx): Promise<CompanyRow> {
  const company = await findCompany(ctx.db);
  if (!company) throw invalid('', 'Set up the company first.');
  return company;
}

/** The shop that bills; throws if the office chose none. */
export async function findRepairShop(ctx: ActorCtx, id: string | null): Promise<{ _id: string; name: string }> {
  if (!id) throw invalid('shop', 'Choose a shop');
  const shop = await queryFirstRow<{ _id: string; name: string }>(
    ctx.db('shops').where({ id }).first({ _id: 'id', name: 'name' }),
  );
  if (!shop) throw notFound('Shop');
  return shop;
}
