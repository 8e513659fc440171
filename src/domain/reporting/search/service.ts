import { can, type Permission } from '../../kernel/rights/permissions.js';
import { service } from '../../kernel/service.js';
import { finders } from './queries.js';
import { type FoundRecord, FoundRecords, type SearchedKind, searchedKinds, SearchRecords } from './schema.js';

/** The permission to open records of a kind, needed to find them. */
const permissionByKind: Readonly<Record<SearchedKind, Permission>> = {
  order: 'orders.read',
  invoice: 'invoices.read',
  repair: 'repairs.read',
  driver: 'repairs.read',
  payment: 'payments.read',
  dealer: 'catalogue.labor',
  item: 'catalogue.view',
  model: 'prices.view',
  size: 'prices.view',
  shop: 'shops.list',
};

export const searchRecords = service({
  summary: 'Search orders, invoices, payments, catalogue and shops, at most 8 records of each kind',
  permission: 'session.use',
  effect: 'read',
  input: SearchRecords,
  output: FoundRecords,
  run: async (ctx, { text }) => {
    const items: FoundRecord[] = [];
    // one after the other, so that a search uses only one connection
    for (const kind of text === '' ? [] : searchedKinds) {
      if (!can(ctx.actor, permissionByKind[kind])) continue;
      const matches = await finders[kind](ctx, text);
      items.push(...matches.map(({ category = null, ...match }) => ({ kind, ...match, category })));
    }
    return { text, items };
  },
});
