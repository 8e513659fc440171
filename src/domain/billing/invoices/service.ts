import { ByNumber, NumberedRecords } from '../../kernel/records/by-number.js';
import { service } from '../../kernel/service.js';
import {
  countByStatus,
  findInvoicesNumbered,
  listFilteredInvoices,
  searchInvoicesByNumber,
  invoiceTotalsByStatus,
} from './list-query.js';
import { findInvoice } from './queries.js';
import {
  FilterInvoices,
  FoundInvoices,
  Invoice,
  InvoiceChart,
  InvoiceCounts,
  InvoiceId,
  InvoiceList,
  ListAnyInvoices,
  ListInvoices,
  SearchInvoices,
} from './schema.js';

export const getInvoice = service({
  summary: 'Get an invoice with its order and messages',
  permission: 'invoices.read',
  effect: 'read',
  input: InvoiceId,
  output: Invoice,
  run: (ctx, { id }) => findInvoice(ctx, id),
});

export const listInvoices = service({
  summary: 'List invoices by status, with the totals of all matches',
  permission: 'invoices.read',
  effect: 'read',
  input: ListInvoices,
  output: InvoiceList,
  run: (ctx, input) => listFilteredInvoices(ctx, input),
});

export const listAnyInvoices = service({
  summary: 'List invoices of any status, with the totals of all matches',
  permission: 'invoices.read',
  effect: 'read',
  input: ListAnyInvoices,
  output: InvoiceList,
  run: (ctx, input) => listFilteredInvoices(ctx, input),
});

export const searchInvoices = service({
  summary: 'Search invoices of any status by part of their number',
  permission: 'invoices.read',
  effect: 'read',
  input: SearchInvoices,
  output: FoundInvoices,
  run: (ctx, { number }) => searchInvoicesByNumber(ctx.db, ctx.actor, number),
});

export const listInvoicesByNumber = service({
  summary: 'List invoices of any status with exactly this number; several shops may use it',
  permission: 'invoices.read',
  effect: 'read',
  input: ByNumber,
  output: NumberedRecords,
  run: async (ctx, { number }) => ({ items: await findInvoicesNumbered(ctx.db, ctx.actor, number) }),
});

export const getInvoiceChart = service({
  summary: 'Get the count and amount of unpaid invoices by status',
  permission: 'invoices.read',
  effect: 'read',
  input: FilterInvoices,
  output: InvoiceChart,
  run: (ctx, { shop }) => invoiceTotalsByStatus(ctx.db, ctx.actor, shop),
});

export const countInvoices = service({
  summary: 'Count invoices by status',
  permission: 'invoices.read',
  effect: 'read',
  input: FilterInvoices,
  output: InvoiceCounts,
  run: (ctx, { shop }) => countByStatus(ctx, shop),
});
