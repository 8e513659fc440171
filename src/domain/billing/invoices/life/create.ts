import { findCompany, type CompanyRow } from '../../../company/company/queries.js';
import { isShopRole } from '../../../kernel/rights/roles.js';
import { getScope, type ActorCtx, type WriteCtx } from '../../../kernel/context.js';
import { DomainError, invalid, notFound } from '../../../kernel/errors.js';
import { cents, toDollars } from '../../../kernel/cents.js';
import { lockOrder, markInvoiced, type LockedOrder } from '../../../orders/life/invoicing.js';
import { createDocument } from '../../../kernel/records/document.js';
import { service } from '../../../kernel/service.js';
import { todayIn } from '../../../kernel/time.js';
import { invoiceKind } from '../kind.js';
import { addInvoiceMessages } from '../model.js';
import { notifyCreated } from '../messages/notices.js';
import { findInvoiceNumber, isNumberTaken } from '../queries.js';
import { defaultInvoiceNumber } from '../rules.js';
import { CreateInvoice, DraftQuery, InvoiceAnswer, InvoiceDraft } from '../schema.js';
import { invoiceWindow, refuseOutsideWindow } from './window.js';
import { queryOnlyRow, queryFirstRow } from '../../../kernel/database/rows.js';
import { present } from '../../../kernel/objects.js';

export const draftInvoice = service({
  summary: 'Get the starting values for invoicing a Finished order',
  permission: 'invoices.create',
  effect: 'read',
  input: DraftQuery,
  output: InvoiceDraft,
  run: async (ctx, { orderId }) => {
    const company = await getCompany(ctx);
    const order = await findOrder(ctx, orderId);
    await refuseUnlessInvoiceable(ctx, order);
    const invoiceNumber = defaultInvoiceNumber(order.serialNumber);
    const rate = cents(order.rate);
    const isOffice = !isShopRole(ctx.actor.role);
    return {
      order: { _id: order.id, serialNumber: order.serialNumber, type: order.type, grandTotal: { shop: rate } },
      invoiceNumber,
      numberTaken: await isNumberTaken(ctx.db, order.shopId, invoiceNumber),
      invoicedDate: todayIn(company.timeZone, ctx.clock.now()),
      window: isOffice ? null : invoiceWindow(ctx.clock.now(), company.timeZone),
      shop: { _id: order.shopId, name: order.shopName },
      billTo: company.name,
      quantity: 1 as const,
      rate,
    };
  },
});

export const createInvoice = service({
  summary: 'Create an invoice for a Finished order; the order becomes Invoiced',
  permission: 'invoices.create',
  effect: 'write',
  input: CreateInvoice,
  output: InvoiceAnswer,
  run: async (ctx, input) => {
    const company = await getCompany(ctx);
    const invoicedDate = input.invoicedDate ?? todayIn(company.timeZone, ctx.clock.now());
    refuseOutsideWindow(ctx, company.timeZone, invoicedDate);
    const order = await lockOrder(ctx, typeof input.order === 'string' ? input.order : input.order._id);
    await refuseUnlessInvoiceable(ctx, order);
    const invoiceNumber = input.invoiceNumber ?? defaultInvoiceNumber(order.serialNumber);
    const { shop: shopTotal, company: companyTotal, order: orderTotal } = order.grandTotal;
    const shopId = present(order.shopId); // the database ensures that a Finished order has a shop
    const row = {
      ...{ invoiceNumber, invoicedDate, billTo: company.name, status: 'New' as const, shopId, orderId: order.id },
      ...{ shopTotal, companyTotal, orderTotal },
    };
    const invoice = await createDocument(ctx, invoiceKind, row, {
      store: async (id) => {
        await addInvoiceMessages(ctx, id, await creationMessages(ctx, order));
        await markInvoiced(ctx, order.id, invoicedDate);
        await notifyCreated(ctx, { id, shopId, invoiceNumber });
      },
      note: { serialNumber: order.serialNumber, amount: toDollars(shopTotal) },
    });
    return { msg: 'Invoice is created', invoice };
  },
});

/** The messages of a new invoice: who created it and, if that was the office, for which shop. */
async function creationMessages(ctx: WriteCtx, order: LockedOrder): Promise<{ msg: string }[]> {
  const creation = { msg: `Invoice created by ${ctx.actor.name}.` };
  if (isShopRole(ctx.actor.role)) return [creation];
  const { name } = await queryOnlyRow<{ name: string }>(ctx.db('shops').where({ id: order.shopId }).first('name'));
  return [creation, { msg: `Created by the office for ${name}.` }];
}

async function getCompany(ctx: ActorCtx): Promise<CompanyRow> {
  const company = await findCompany(ctx.db);
  if (!company) throw invalid('', 'Set up the company first.');
  return company;
}

async function refuseUnlessInvoiceable(
  ctx: ActorCtx,
  order: { readonly id: string; readonly status: string },
): Promise<void> {
  const existing = await findInvoiceNumber(ctx.db, order.id);
  if (existing !== null) throw new DomainError('invoice-exists', { invoiceNumber: existing });
  if (order.status !== 'Finished') {
    throw new DomainError('order-status', {
      from: order.status,
      to: 'Invoiced',
      why: 'only a Finished order can be invoiced',
    });
  }
}

interface DraftOrder {
  readonly id: string;
  readonly serialNumber: string;
  readonly type: 'Inventory' | 'Customer';
  readonly status: string;
  readonly shopId: string;
  readonly shopName: string;
  readonly rate: number;
}

async function findOrder(ctx: ActorCtx, id: string): Promise<DraftOrder> {
  const shopId = getScope(ctx.actor);
  const query = ctx.db('orders as o').leftJoin('shops as s', 's.id', 'o.shop_id').where('o.id', id);
  const visibleOrders = shopId ? query.where('o.shop_id', shopId).whereNot('o.status', 'New') : query;
  const row = await queryFirstRow<DraftOrder>(
    visibleOrders.first({
      id: 'o.id',
      serialNumber: 'o.serial_number',
      type: 'o.type',
      status: 'o.status',
      shopId: 'o.shop_id',
      shopName: 's.name',
      rate: 'o.grand_total_shop',
    }),
  );
  if (!row) throw notFound('Order');
  return row;
}
