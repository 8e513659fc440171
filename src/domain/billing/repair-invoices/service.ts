import { ByNumber, NumberedRecords } from '../../kernel/records/by-number.js';
import { service } from '../../kernel/service.js';
import { findRepairsNumbered, listFilteredRepairs, searchRepairsByNumber, repairTotalsByStatus } from './list-query.js';
import { findRepair } from './queries.js';
import {
  FilterRepairs,
  FoundRepairs,
  ListAnyRepairs,
  ListRepairs,
  RepairChart,
  RepairId,
  RepairInvoice,
  RepairList,
  SearchRepairs,
} from './schema.js';

export const getRepair = service({
  summary: 'Get a repair or driver invoice with its lines and messages',
  permission: 'repairs.read',
  effect: 'read',
  input: RepairId,
  output: RepairInvoice,
  run: (ctx, { id }) => findRepair(ctx.db, ctx.actor, id),
});

export const listRepairs = service({
  summary: 'List repair or driver invoices by status, with the totals of all matches',
  permission: 'repairs.read',
  effect: 'read',
  input: ListRepairs,
  output: RepairList,
  run: (ctx, input) => listFilteredRepairs(ctx, input),
});

export const listAnyRepairs = service({
  summary: 'List repair and driver invoices of any type and status, with the totals of all matches',
  permission: 'repairs.read',
  effect: 'read',
  input: ListAnyRepairs,
  output: RepairList,
  run: (ctx, input) => listFilteredRepairs(ctx, input),
});

export const searchRepairs = service({
  summary: 'Search repair and driver invoices of any status by part of their number',
  permission: 'repairs.read',
  effect: 'read',
  input: SearchRepairs,
  output: FoundRepairs,
  run: (ctx, { number }) => searchRepairsByNumber(ctx.db, ctx.actor, number),
});

export const listRepairsByNumber = service({
  summary: 'List repair and driver invoices of any status with exactly this number',
  permission: 'repairs.read',
  effect: 'read',
  input: ByNumber,
  output: NumberedRecords,
  run: async (ctx, { number }) => ({ items: await findRepairsNumbered(ctx.db, ctx.actor, number) }),
});

export const getRepairChart = service({
  summary: 'Get the count and amounts of repair and driver invoices by type and status',
  permission: 'repairs.read',
  effect: 'read',
  input: FilterRepairs,
  output: RepairChart,
  run: (ctx, { shop }) => repairTotalsByStatus(ctx.db, ctx.actor, shop),
});
