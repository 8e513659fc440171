import { findCompany, type CompanyRow } from '../company/queries.js';
import { scopeOf, type ActorCtx, type WriteCtx } from '../context.js';
import { constraintOf, DomainError, invalid, notFound } from '../errors.js';
import { newId } from '../ids.js';
import { cents, toDollars } from '../cents.js';
import { lockOrder, markInvoiced, type LockedOrder } from '../orders/invoicing.js';
import { service } from '../service.js';
import { todayIn } from '../time.js';
import { addMessages, InvoiceModel } from './model.js';
import { findInvoice, findInvoiceNumberOf, isNumberTaken } from './queries.js';
import { defaultInvoiceNumber } from './rules.js';
import { CreateInvoice, DraftOf, InvoiceAnswer, InvoiceDraft } from './schema.js';
import { invoiceWindow, refuseOutsideWindow } from './window.js';

export const draftInvoice = service({
  summary: 'What a new invoice of a Finished order starts with',
  permission: 'invoices.create',
  effect: 'read',
  input: DraftOf,
  output: InvoiceDraft,
  run: async (ctx, { orderId }) => {
    const company = await companyOf(ctx);
    const order = await findOrder(ctx, orderId);
    await refuseUnlessInvoiceable(ctx, order);
    const invoiceNumber = defaultInvoiceNumber(order.serialNumber);
    const rate = cents(order.rate);
    return {
      order: { _id: order.id, serialNumber: order.serialNumber, type: order.type, grandTotal: { shop: rate } },
      invoiceNumber,
      numberTaken: await isNumberTaken(ctx.db, order.shopId, invoiceNumber),
      invoicedDate: todayIn(company.timeZone, ctx.clock.now()),
      window: invoiceWindow(ctx.clock.now(), company.timeZone),
      billTo: company.name,
      quantity: 1 as const,
      rate,
    };
  },
});

export const createInvoice = service({
  summary: 'Create the invoice of a Finished order, which becomes Invoiced',
  permission: 'invoices.create',
  effect: 'write',
  input: CreateInvoice,
  output: InvoiceAnswer,
  run: async (ctx, input) => {
    const company = await companyOf(ctx);
    const today = todayIn(company.timeZone, ctx.clock.now());
    const invoicedDate = input.invoicedDate ?? today;
    refuseOutsideWindow(ctx, company.timeZone, invoicedDate);
    const order = await lockOrder(ctx, typeof input.order === 'string' ? input.order : input.order._id);
    await refuseUnlessInvoiceable(ctx, order);
    const invoiceNumber = input.invoiceNumber ?? defaultInvoiceNumber(order.serialNumber);
    const id = await insertInvoice(ctx, order, { invoiceNumber, invoicedDate, billTo: company.name });
    await addMessages(ctx, id, [`Invoice created by ${ctx.actor.name}.`]);
    await markInvoiced(ctx, order.id, today);
    const after = {
      invoiceNumber,
      invoicedDate,
      status: 'New',
      serialNumber: order.serialNumber,
      amount: toDollars(order.grandTotal.shop),
    };
    await ctx.audit({ action: 'create', entity: 'invoice', id, shopId: order.shopId, after });
    await ctx.publish({ topic: 'invoices', shopIds: [order.shopId], ids: [id] });
    return { msg: 'Invoice is created', invoice: await findInvoice(ctx.db, ctx.actor, id) };
  },
});

async function companyOf(ctx: ActorCtx): Promise<CompanyRow> {
  const company = await findCompany(ctx.db);
  if (!company) throw invalid('', 'Set up the company first.');
  return company;
}

async function refuseUnlessInvoiceable(
  ctx: ActorCtx,
  order: { readonly id: string; readonly status: string },
): Promise<void> {
  const existing = await findInvoiceNumberOf(ctx.db, order.id);
  if (existing !== null) throw new DomainError('invoice-exists', { invoiceNumber: existing });
  if (order.status !== 'Finished') {
    throw new DomainError('order-status', {
      from: order.status,
      to: 'Invoiced',
      why: 'only a Finished order can be invoiced',
    });
  }
}

type Fields = Pick<InvoiceModel, 'invoiceNumber' | 'invoicedDate' | 'billTo'>;

async function insertInvoice(ctx: WriteCtx, order: LockedOrder, fields: Fields): Promise<string> {
  const id = newId();
  const now = ctx.clock.now().toISOString();
  const { shop: shopTotal, company: companyTotal, order: orderTotal } = order.grandTotal;
  try {
    await InvoiceModel.query(ctx.db).insert({
      ...fields,
      id,
      status: 'New',
      statusSince: now,
      shopId: order.shopId as string, // a Finished order has a shop: the database sees to it
      orderId: order.id,
      shopTotal,
      companyTotal,
      orderTotal,
      createdBy: ctx.actor.id,
      createdAt: now,
      updatedAt: now,
      updatedBy: ctx.actor.name,
    });
  } catch (error) {
    if (constraintOf(error) === 'invoices_number')
      throw new DomainError('invoice-number-taken', { invoiceNumber: fields.invoiceNumber });
    throw error;
  }
  return id;
}

interface DraftOrder {
  readonly id: string;
  readonly serialNumber: string;
  readonly type: 'Inventory' | 'Customer';
  readonly status: string;
  readonly shopId: string;
  readonly rate: number;
}

async function findOrder(ctx: ActorCtx, id: string): Promise<DraftOrder> {
  const shopId = scopeOf(ctx.actor);
  const query = ctx.db('orders').where({ id });
  const row = (await (shopId ? query.where({ shop_id: shopId }).whereNot({ status: 'New' }) : query).first({
    id: 'id',
    serialNumber: 'serial_number',
    type: 'type',
    status: 'status',
    shopId: 'shop_id',
    rate: 'grand_total_shop',
  })) as DraftOrder | undefined;
  if (!row) throw notFound('Order');
  return row;
}
