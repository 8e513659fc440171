import type { Knex } from 'knex';
import type { CaseAddOn, CaseCustomAddOn, PricingCase } from '../pricing/case.js';
import { figureColumnNames } from './figures.js';
import type { IncomingLine, IncomingOrder } from './incoming.js';
import type { StoredAlert } from './rows.js';
import type { OrderStatus } from './status.js';

/** What a shed was priced with: everything of a case but the order's own inputs and lines. */
export type ShedContent = Omit<PricingCase, 'order' | 'addOns' | 'customAddOns'>;
export type AddOnContent = Omit<CaseAddOn, 'quantity' | 'retailPrice' | 'shopPercent' | 'extendedPrice'>;

export interface StoredLine {
  readonly lineNo: number;
  readonly kind: 'addOn' | 'custom';
  readonly addOnId: string | null;
  readonly name: string;
  readonly type: string;
  readonly mode: string | null;
  readonly discount: boolean;
  readonly included: boolean;
  readonly unknown: boolean;
  readonly asSold: boolean;
  readonly percentGiven: boolean;
  readonly ssId: string | null;
  readonly quantity: number;
  readonly retailPrice: number;
  readonly shopPercent: number;
  readonly extendedPrice: number | null;
  readonly materialShop: number | null;
  readonly materialStandard: number | null;
  readonly laborShop: number | null;
  readonly laborStandard: number | null;
  readonly snapshot: string | null;
  readonly content: AddOnContent | null;
}

/** An order with everything that decides its figures; amounts in cents. */
export interface StoredOrder {
  readonly id: string;
  readonly revision: number;
  readonly serialNumber: string;
  readonly externalId: string | null;
  readonly orderNumber: string | null;
  readonly shopId: string | null;
  readonly shopName: string | null;
  readonly dealerId: string | null;
  readonly dealerName: string | null;
  readonly salesRep: string | null;
  readonly customer: string | null;
  readonly categoryId: string | null;
  readonly categoryName: string | null;
  readonly modelId: string | null;
  readonly modelName: string;
  readonly type: 'Inventory' | 'Customer';
  readonly status: OrderStatus;
  readonly width: number;
  readonly length: number;
  readonly sidingType: string | null;
  readonly sidingColor: string | null;
  readonly sidingPaintColor: string | null;
  readonly sidingPaintQuantity: number | null;
  readonly roofType: string | null;
  readonly roofColor: string | null;
  readonly trimColor: string | null;
  readonly trimPaintColor: string | null;
  readonly trimPaintQuantity: number | null;
  readonly condition: string | null;
  readonly dateOrdered: string;
  readonly dateFinished: string | null;
  readonly metalOrdered: boolean;
  readonly builderId: string | null;
  readonly holdReason: string | null;
  readonly adjustmentNote: string | null;
  readonly shopPercent: number;
  readonly percentGiven: boolean;
  readonly shedSuiteTotal: number | null;
  readonly alerts: readonly StoredAlert[];
  readonly snapshot: string | null;
  readonly content: ShedContent;
  readonly basePrice: number;
  readonly adjustment: { readonly shop: number; readonly company: number };
  readonly updatedBy: string | null;
  readonly hasInvoice: boolean;
  readonly hasSource: boolean;
  readonly lines: readonly StoredLine[];
}

const columns = {
  id: 'o.id', revision: 'o.revision', serialNumber: 'o.serial_number', externalId: 'o.external_id', orderNumber: 'o.order_number',
  shopId: 'o.shop_id', shopName: 'o.shop_name', dealerId: 'o.dealer_id', dealerName: 'o.dealer_name', salesRep: 'o.sales_rep', customer: 'o.customer',
  categoryId: 'o.category_id', categoryName: 'o.category_name', modelId: 'o.model_id', modelName: 'o.model_name', type: 'o.type', status: 'o.status',
  width: 'o.width', length: 'o.length', sidingType: 'o.siding_type', sidingColor: 'o.siding_color', sidingPaintColor: 'o.siding_paint_color',
  sidingPaintQuantity: 'o.siding_paint_quantity', roofType: 'o.roof_type', roofColor: 'o.roof_color', trimColor: 'o.trim_color',
  trimPaintColor: 'o.trim_paint_color', trimPaintQuantity: 'o.trim_paint_quantity', condition: 'o.condition', dateOrdered: 'o.date_ordered',
  dateFinished: 'o.date_finished', metalOrdered: 'o.metal_ordered', builderId: 'o.builder_id', holdReason: 'o.hold_reason', adjustmentNote: 'o.adjustment_note',
  shopPercent: 'o.shop_percent', percentGiven: 'o.percent_given', shedSuiteTotal: 'o.shed_suite_total', alerts: 'o.alerts', snapshot: 'o.snapshot', basePrice: 'o.base_price_company',
  adjustmentShop: 'o.adjustment_shop', adjustmentCompany: 'o.adjustment_company', updatedBy: 'o.updated_by',
};

type Row = Omit<StoredOrder, 'content' | 'lines' | 'adjustment' | 'hasSource'> & { content: ShedContent | null; adjustmentShop: number; adjustmentCompany: number; source: unknown };

/** Reads and locks orders in the order of their ids, with lines and snapshots; `where` narrows the query. */
export async function lockOrders(db: Knex, where: (query: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<StoredOrder[]> {
  const rows = (await where(db('orders as o').select(columns))
    .select(db.raw('(select content from price_snapshots s where s.hash = o.snapshot) as content'))
    .select(db.raw('exists (select 1 from invoices i where i.order_id = o.id and i.deleted_at is null) as "hasInvoice"'))
    .select(db.raw('(select source from order_sources x where x.order_id = o.id) as source'))
    .orderBy('o.id')
    .forUpdate('o')) as Row[];
  const lines = await readLines(db, rows.map((row) => row.id));
  return rows.map(({ content, adjustmentShop, adjustmentCompany, source, ...row }) => ({
    ...row,
    content: content ?? noContent,
    adjustment: { shop: adjustmentShop, company: adjustmentCompany },
    hasSource: source !== null,
    lines: lines.get(row.id) ?? [],
  }));
}

const noContent: ShedContent = {
  company: { overheadPercentCompany: 0, overheadPercentShop: 0, dealerCommissionPercent: 0, salesRepCommissionPercent: 0, shopToLotPercent: 0, lotToCustomerPercent: 0, fourteenWideEscort: 0, sixteenWideEscort: 0, fuelSurcharge: 0 },
  shop: {}, dealer: null, labor: {}, rates: {}, components: [], haulBase: null,
};

/** The lines of orders with what they were priced with, by order. */
export async function readLines(db: Knex, orderIds: string[]): Promise<Map<string, StoredLine[]>> {
  const rows = (await db('order_lines as l')
    .leftJoin('price_snapshots as s', 's.hash', 'l.snapshot')
    .whereRaw('l.order_id = any(?)', [orderIds])
    .orderBy(['l.order_id', 'l.line_no'])
    .select({
      orderId: 'l.order_id', lineNo: 'l.line_no', kind: 'l.kind', addOnId: 'l.add_on_id', name: 'l.name', type: 'l.type', mode: 'l.mode', discount: 'l.discount',
      included: 'l.included', unknown: 'l.unknown', asSold: 'l.as_sold', percentGiven: 'l.percent_given', ssId: 'l.ss_id', quantity: 'l.quantity', retailPrice: 'l.retail_price', shopPercent: 'l.shop_percent',
      extendedPrice: 'l.extended_price', materialShop: 'l.material_shop', materialStandard: 'l.material_standard', laborShop: 'l.labor_shop', laborStandard: 'l.labor_standard',
      snapshot: 'l.snapshot', content: 's.content',
    })) as (StoredLine & { orderId: string })[];
  const byOrder = new Map<string, StoredLine[]>();
  for (const { orderId, ...line } of rows) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), line]);
  return byOrder;
}

const dollars = (amount: number | null): number | null => (amount === null ? null : amount / 100);

/** The stored order as the pure pricing takes it: priced again it gives the figures it has. */
export function caseOf(order: StoredOrder): PricingCase {
  const ofKind = (kind: StoredLine['kind']) => order.lines.filter((line) => line.kind === kind);
  return {
    ...order.content,
    order: {
      type: order.type, width: order.width, length: order.length, retailPrice: order.basePrice / 100, shopPercent: order.shopPercent,
      adjustment: { shop: order.adjustment.shop / 100, company: order.adjustment.company / 100 },
    },
    addOns: ofKind('addOn').map(addOnOf),
    customAddOns: ofKind('custom').map(customOf),
  };
}

const addOnOf = (line: StoredLine): CaseAddOn => ({
  ...(line.content ?? { type: 'piece' }),
  quantity: line.quantity, retailPrice: line.retailPrice, shopPercent: line.shopPercent, extendedPrice: dollars(line.extendedPrice),
});

const customOf = (line: StoredLine): CaseCustomAddOn => ({
  quantity: line.quantity, retailPrice: line.retailPrice, shopPercent: line.shopPercent, extendedPrice: dollars(line.extendedPrice),
  materialCost: { shop: dollars(line.materialShop), standard: dollars(line.materialStandard) },
  laborCost: { shop: dollars(line.laborShop), standard: dollars(line.laborStandard) },
});

/** A stored New order as it would arrive today, so that it can be matched again; chosen names and edited values count. */
export function incomingOf(order: StoredOrder): IncomingOrder {
  const lines = order.lines.map((line) => ({ line, incoming: incomingLine(line) }));
  return {
    index: 0,
    serialNumber: order.serialNumber, externalId: order.externalId, orderNumber: order.orderNumber,
    shop: order.shopId ?? order.shopName, dealer: order.dealerName, salesRep: order.salesRep, customer: order.customer, type: order.type,
    category: order.modelId ? order.categoryName : null, model: order.modelName, width: order.width, length: order.length,
    basePrice: order.basePrice / 100, shopPercent: order.percentGiven ? order.shopPercent : null, total: dollars(order.shedSuiteTotal),
    adjustment: { shop: order.adjustment.shop / 100, company: order.adjustment.company / 100 }, adjustmentNote: order.adjustmentNote,
    sidingType: order.sidingType, sidingColor: order.sidingColor, sidingPaint: { color: order.sidingPaintColor, quantity: order.sidingPaintQuantity },
    roofType: order.roofType, roofColor: order.roofColor, trimColor: order.trimColor, trimPaint: { color: order.trimPaintColor, quantity: order.trimPaintQuantity },
    condition: order.condition, colors: colorsOf(order), dateOrdered: order.dateOrdered,
    addOns: lines.filter(({ line }) => line.kind === 'addOn' || line.unknown).map(({ incoming }) => incoming),
    customAddOns: lines.filter(({ line }) => line.kind === 'custom' && !line.unknown).map(({ incoming }) => incoming),
    fileAlerts: order.alerts.filter((alert) => fromTheFile.has(alert.code)),
    source: null,
  };
}

const fromTheFile: ReadonlySet<string> = new Set(['tax', 'word', 'duplicate']);

/** A feed order has no trim color: it is worth an alert only where it was raised before. */
const colorsOf = (order: StoredOrder): IncomingOrder['colors'] =>
  order.trimColor !== null || order.alerts.some((a) => a.text.startsWith('Trim')) ? ['Roof', 'Siding', 'Trim'] : ['Roof', 'Siding'];

function incomingLine(line: StoredLine): IncomingLine {
  const { extendedPrice, quantity } = line;
  return {
    name: line.name, ssId: line.ssId, quantity, asSold: line.asSold, included: line.included,
    price: extendedPrice !== null && quantity > 0 ? extendedPrice / 100 / quantity : line.retailPrice,
    shopPercent: line.percentGiven ? line.shopPercent : null,
    materialCost: pair(line.materialShop, line.materialStandard), laborCost: pair(line.laborShop, line.laborStandard),
  };
}

const pair = (shop: number | null, standard: number | null) =>
  shop === null && standard === null ? null : { shop: dollars(shop), standard: dollars(standard) };

/** The figure columns of an order, aliased by their own names. */
export const figureSelection: Record<string, string> = Object.fromEntries(figureColumnNames.map((name) => [name, `o.${name}`]));
