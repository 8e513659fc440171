import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { type DocumentEdit, updateDocument, type DocumentModel } from '../../kernel/records/document.js';
import { service } from '../../kernel/service.js';
import {
  checkRequired,
  checkTouched,
  isMatchedOnSave,
  needsPricing,
  listTouched,
  withFields,
  type TouchedPart,
} from './change.js';
import { isFact } from './change-facts.js';
import { refuseTwice } from './change-lines.js';
import { nameCorrected, type CorrectedParts } from './correction-words.js';
import { findOrder } from '../reads/detail-query.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';
import { keepChoices } from '../intake/desk/choices.js';
import { rematchOrders } from '../intake/rematch.js';
import { changedFields, changedRow, toContents, toFigures, withLines } from '../pricing/reprice.js';
import { ChangeOrder } from '../change-schema.js';
import { Order } from '../schema.js';
import { orderKind } from './kind.js';
import type { StoredOrder } from '../pricing/locked-orders.js';
import { moveOrder } from './move.js';
import { refuseUnseen } from './unseen.js';
import { storeSnapshots } from '../intake/insert-orders.js';
import { copyRows } from '../../kernel/database/copy-rows.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { present } from '../../kernel/objects.js';
import { toLineRows } from '../pricing/line-rows.js';

const toAnswer = <T extends z.ZodObject>(order: T) => z.object({ msg: z.string(), order });

/** What billing contributes when an invoiced order changes; `I` is an invoice as billing locked it. */
export interface Billing<I extends { readonly status: InvoiceStatus }> {
  /** The live invoice of an order that is already locked; null if it has none. */
  readonly lockInvoice: (tx: WriteCtx, orderId: string) => Promise<I | null>;
  /** Updates the invoice after a change of its order is stored. */
  readonly followCorrection: (tx: WriteCtx, invoice: I, orderId: string, parts: CorrectedParts) => Promise<void>;
  /** Records on the payment of a paid invoice that its order has changed since. */
  readonly noteCorrectedOrder: (tx: WriteCtx, orderId: string) => Promise<void>;
}

/** Creates the use case of saving an order. Billing ranks above orders, so its part is passed in. */
export const updateOrderWith = <I extends { readonly status: InvoiceStatus }>(billing: Billing<I>) =>
  service({
    summary: 'Update an order: status, colors, lines and prices; refused if someone else changed it first',
    permission: 'orders.change-status',
    effect: 'write',
    input: ChangeOrder,
    output: { office: toAnswer(Order.office), shop: toAnswer(Order.shop), builder: toAnswer(Order.builder) },
    run: async (ctx, input) => {
      const { id, revision = input.originalOrder?.revision, originalOrder } = input;
      const expected = { id, revision, originalStatus: originalOrder?.status };
      const { after } = await updateDocument(ctx, orderKind, expected, (before) => decide(ctx, billing, before, input));
      const order = await findOrder(ctx, id);
      if (!order) throw notFound('Order');
      return { msg: `${after.serialNumber} is updated.`, order };
    },
  });

/**
 * Decides what a change does to an order; null if it changes nothing. Throws if the order or the actor does not allow
 * it.
 */
async function decide<I extends { readonly status: InvoiceStatus }>(
  ctx: WriteCtx,
  billing: Billing<I>,
  before: StoredOrder,
  input: ChangeOrder,
): Promise<DocumentEdit<DocumentModel> | null> {
  refuseUnseen(ctx.actor, input);
  refuseTwice(input);
  const touchedParts = listTouched(before, input);
  const invoice = before.status === 'Invoiced' ? await billing.lockInvoice(ctx, before.id) : null;
  if (touchedParts.size === 0 && !isMatchedOnSave(before, input)) return null;
  checkTouched(before, input, touchedParts, ctx.actor, invoice?.status ?? null);
  checkRequired(before, input, touchedParts);
  return {
    action: touchedParts.has('status') && touchedParts.size === 1 ? 'change status' : 'change',
    row: {},
    names: [...touchedParts],
    store: async (id) => {
      await save(ctx, before, input, touchedParts);
      if (invoice) await billing.followCorrection(ctx, invoice, id, nameCorrected(touchedParts));
      if (invoice?.status === 'Paid') await billing.noteCorrectedOrder(ctx, id);
    },
  };
}

const customTouched = ['customAddOns', 'customCosts', 'standardCosts'] as const;

async function save(
  ctx: WriteCtx,
  before: StoredOrder,
  input: ChangeOrder,
  touchedParts: ReadonlySet<TouchedPart>,
): Promise<void> {
  const lines = {
    addOns: touchedParts.has('addOns') ? input.addOns : undefined,
    customAddOns: customTouched.some((f) => touchedParts.has(f)) ? input.customAddOns : undefined,
  };
  const goesBack = touchedParts.has('status') && input.status === 'New'; // checked first because an order with open alerts must stay New
  const startingOrder = goesBack ? await returnToOffice(ctx, before) : before;
  let order = await withLines(ctx.db, withFields(startingOrder, input), { ...input, ...lines });
  if (touchedParts.has('dealer')) order = await withDealer(ctx.db, order, input.dealer ?? null);
  if (touchedParts.has('builder')) await checkBuilder(ctx, order);
  const isRematched =
    isMatchedOnSave(before, input) &&
    [...touchedParts].some(
      (f) => !['status', 'alerts', 'builder', 'metalOrdered', 'holdReason'].includes(f) && !isFact(f),
    );
  if (isRematched) order = await withChoices(ctx.db, order, input, touchedParts);
  if (needsPricing(touchedParts)) await write(ctx, order);
  else await ctx.db('orders').where({ id: order.id }).update(changedFields(order)); // these fields do not affect prices
  if (isRematched) {
    order = await rematchOrder(ctx, order);
    await keepChoices(ctx, before, order);
  }
  if (touchedParts.has('status') && !goesBack) await moveOrder(ctx, order, present(input.status));
}

/** Moves the order from the shop back to the office, and notifies the shop. */
async function returnToOffice(ctx: WriteCtx, order: StoredOrder): Promise<StoredOrder> {
  await moveOrder(ctx, order, 'New');
  return { ...order, status: 'New', holdReason: null };
}

/** The order matched and priced with today's catalogue. Throws if it cannot be priced. */
async function rematchOrder(ctx: WriteCtx, order: StoredOrder): Promise<StoredOrder> {
  const { orders, unpriced } = await rematchOrders(ctx, [order]);
  const [refusal] = unpriced;
  if (refusal) throw invalid('', `${refusal.serialNumber} cannot be priced with today's catalogue: ${refusal.reason}`);
  return orders[0] ?? order;
}

/** Writes an order's fields, lines and figures. */
async function write(ctx: WriteCtx, order: StoredOrder): Promise<void> {
  const figures = toFigures(order);
  await storeSnapshots(ctx.db, toContents(order));
  await ctx.db('orders').where({ id: order.id }).update(changedRow(order, figures));
  await ctx.db('order_lines').where({ order_id: order.id }).delete();
  await copyRows(ctx.db, 'order_lines', toLineRows(order, figures));
}

async function withDealer(db: Knex, order: StoredOrder, dealerId: string | null): Promise<StoredOrder> {
  if (dealerId === null)
    return { ...order, dealerId: null, dealerName: null, content: { ...order.content, dealer: null } };
  const dealer = await queryFirstRow<{ name: string; haul_percent: number | null }>(
    db('dealers').where({ id: dealerId }).first('id', 'name', 'haul_percent'),
  );
  if (!dealer) throw invalid('dealer', 'is not a valid dealer');
  return {
    ...order,
    dealerId,
    dealerName: dealer.name,
    content: { ...order.content, dealer: { haulPercent: dealer.haul_percent } },
  };
}

async function checkBuilder(ctx: WriteCtx, order: StoredOrder): Promise<void> {
  if (order.builderId === null) return;
  const builder = await queryFirstRow<{ shop_id: string }>(
    ctx.db('users').where({ id: order.builderId, role: 'Builder', active: true }).first('shop_id'),
  );
  if (!builder || builder.shop_id !== order.shopId) throw invalid('builder', "is not a builder of the order's shop");
}

/** The shop and model chosen for a New order. */
async function withChoices(
  db: Knex,
  order: StoredOrder,
  input: ChangeOrder,
  touchedParts: ReadonlySet<TouchedPart>,
): Promise<StoredOrder> {
  let next = order;
  if (touchedParts.has('shop')) {
    const shop = input.shop
      ? await queryFirstRow<{ id: string; name: string }>(db('shops').where({ id: input.shop }).first('id', 'name'))
      : null;
    if (shop === undefined) throw invalid('shop', 'is not a valid shop');
    const ofBefore = { builderId: null, metalOrdered: input.metalOrdered ?? false };
    next = { ...next, shopId: shop?.id ?? null, shopName: shop?.name ?? null, ...ofBefore };
    if (shop && !touchedParts.has('dealer') && !(await canKeepDealer(db, next))) next = { ...next, dealerId: null };
  }
  if (touchedParts.has('model') && input.model) {
    const model = await queryFirstRow<{ id: string; name: string; category: string }>(
      db('shed_models as m')
        .join('shed_categories as c', 'c.id', 'm.category_id')
        .where('m.id', input.model)
        .first({ id: 'm.id', name: 'm.name', category: 'c.name' }),
    );
    if (!model) throw invalid('model', 'is not a valid model');
    next = { ...next, modelId: model.id, modelName: model.name, categoryName: model.category };
  }
  return next;
}

/** Whether the dealer of an order belongs to its shop, or to no shop. Otherwise the shop's own is found by its name. */
async function canKeepDealer(db: Knex, { dealerId, shopId }: StoredOrder): Promise<boolean> {
  const dealer = await queryFirstRow<{ shop_id: string | null }>(
    db('dealers').where({ id: dealerId }).first('shop_id'),
  );
  return !dealer?.shop_id || dealer.shop_id === shopId;
}
