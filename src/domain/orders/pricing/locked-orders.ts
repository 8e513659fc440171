import type { Knex } from 'knex';
import type { CaseAddOn, PricingCase, SellingCost } from '../../pricing/case/case.js';
import { notPriced } from '../../pricing/explain/cell.js';
import type { FoundBy } from '../intake/incoming.js';
import type { StoredAlert } from '../intake/insert-rows.js';
import type { OrderStatus } from '../../kernel/order/status.js';
import { factsJson, toFacts, type FactRow, type SaleFacts } from '../sale-facts.js';
import { queryRows } from '../../kernel/database/rows.js';
import { groupBy } from '../../kernel/objects.js';

/** What a shed was priced with: a case without the order's own inputs and lines. */
export type ShedContent = Omit<PricingCase, 'order' | 'addOns' | 'customAddOns'>;
export type AddOnContent = Omit<CaseAddOn, 'quantity' | 'retailPrice' | 'shopPercent' | 'extendedPrice'>;

/** Amounts in cents by cost name. A missing cost is calculated. */
export type TypedCosts = Readonly<Partial<Record<SellingCost, number>>>;

export interface StoredLine {
  readonly lineNo: number;
  readonly kind: 'addOn' | 'custom';
  readonly addOnId: string | null;
  readonly foundBy: FoundBy;
  readonly name: string;
  readonly type: string;
  readonly mode: string | null;
  readonly discount: boolean;
  readonly included: boolean;
  readonly unknown: boolean;
  readonly asSold: boolean;
  readonly percentGiven: boolean;
  /** Whether its price is from the file or a user; otherwise it is the catalogue's, or 0 while that lacks the add-on. */
  readonly priceGiven: boolean;
  /** The add-on's ID in the file; null if the file has none. */
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

/** An order with all inputs of its figures; amounts in cents. */
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
  readonly shedId: string | null;
  readonly type: 'Inventory' | 'Customer';
  readonly status: OrderStatus;
  readonly statusSince: string;
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
  /** Selling costs that the office entered to replace calculated ones; null if all are calculated. */
  readonly typedCosts: TypedCosts | null;
  /** What the sales system reports about the sale; its balance is in dollars. */
  readonly facts: SaleFacts;
  readonly updatedBy: string | null;
  readonly hasInvoice: boolean;
  readonly lines: readonly StoredLine[];
}

const columns = {
  id: 'o.id',
  revision: 'o.revision',
  serialNumber: 'o.serial_number',
  externalId: 'o.external_id',
  orderNumber: 'o.order_number',
  shopId: 'o.shop_id',
  shopName: 'o.shop_name',
  dealerId: 'o.dealer_id',
  dealerName: 'o.dealer_name',
  salesRep: 'o.sales_rep',
  customer: 'o.customer',
  categoryId: 'o.category_id',
  categoryName: 'o.category_name',
  modelId: 'o.model_id',
  modelName: 'o.model_name',
  shedId: 'o.shed_id',
  type: 'o.type',
  status: 'o.status',
  statusSince: 'o.status_since',
  width: 'o.width',
  length: 'o.length',
  sidingType: 'o.siding_type',
  sidingColor: 'o.siding_color',
  sidingPaintColor: 'o.siding_paint_color',
  sidingPaintQuantity: 'o.siding_paint_quantity',
  roofType: 'o.roof_type',
  roofColor: 'o.roof_color',
  trimColor: 'o.trim_color',
  trimPaintColor: 'o.trim_paint_color',
  trimPaintQuantity: 'o.trim_paint_quantity',
  condition: 'o.condition',
  dateOrdered: 'o.date_ordered',
  dateFinished: 'o.date_finished',
  metalOrdered: 'o.metal_ordered',
  builderId: 'o.builder_id',
  holdReason: 'o.hold_reason',
  adjustmentNote: 'o.adjustment_note',
  shopPercent: 'o.shop_percent',
  percentGiven: 'o.percent_given',
  shedSuiteTotal: 'o.shed_suite_total',
  alerts: 'o.alerts',
  snapshot: 'o.snapshot',
  basePrice: 'o.base_price_company',
  adjustmentShop: 'o.adjustment_shop',
  adjustmentCompany: 'o.adjustment_company',
  typedCosts: 'o.typed_costs',
  updatedBy: 'o.updated_by',
};

type Row = Omit<StoredOrder, 'content' | 'lines' | 'adjustment' | 'facts'> & {
  adjustmentShop: number;
  adjustmentCompany: number;
  facts: FactRow;
};

/** Reads and locks orders, sorted by ID, with lines and snapshots; `where` narrows the query. */
export const lockOrders = (db: Knex, where: (query: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<StoredOrder[]> =>
  readOrders(db, (query) => where(query).forUpdate('o'));

/** Reads orders like `lockOrders`, without locking them. */
export async function readOrders(
  db: Knex,
  where: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<StoredOrder[]> {
  const rows = await queryRows<Row>(
    where(db('orders as o').select(columns))
      .select(db.raw(`${factsJson} as facts`))
      .select(
        db.raw(
          '(select i.id from invoices i where i.order_id = o.id and i.deleted_at is null limit 1) is not null as "hasInvoice"', // exists() would read all rows
        ),
      )
      .orderBy('o.id'),
  );
  const lines = await readStoredLines(
    db,
    rows.map((row) => row.id),
  );
  const contents = await readContents<ShedContent>(
    db,
    rows.map(({ snapshot }) => snapshot),
  );
  return rows.map(({ adjustmentShop, adjustmentCompany, facts, ...row }) => ({
    ...row,
    facts: toFacts(facts),
    content: contents.get(row.snapshot ?? '') ?? notPriced,
    adjustment: { shop: adjustmentShop, company: adjustmentCompany },
    lines: lines.get(row.id) ?? [],
  }));
}

/** The lines of orders with their pricing snapshots, by order. */
export async function readStoredLines(db: Knex, orderIds: string[]): Promise<Map<string, StoredLine[]>> {
  const rows = await queryRows<Omit<StoredLine, 'content'> & { orderId: string }>(
    db('order_lines as l').whereRaw('l.order_id = any(?)', [orderIds]).orderBy(['l.order_id', 'l.line_no']).select({
      orderId: 'l.order_id',
      lineNo: 'l.line_no',
      kind: 'l.kind',
      addOnId: 'l.add_on_id',
      foundBy: 'l.found_by',
      name: 'l.name',
      type: 'l.type',
      mode: 'l.mode',
      discount: 'l.discount',
      included: 'l.included',
      unknown: 'l.unknown',
      asSold: 'l.as_sold',
      percentGiven: 'l.percent_given',
      priceGiven: 'l.price_given',
      ssId: 'l.ss_id',
      quantity: 'l.quantity',
      retailPrice: 'l.retail_price',
      shopPercent: 'l.shop_percent',
      extendedPrice: 'l.extended_price',
      materialShop: 'l.material_shop',
      materialStandard: 'l.material_standard',
      laborShop: 'l.labor_shop',
      laborStandard: 'l.labor_standard',
      snapshot: 'l.snapshot',
    }),
  );
  const contents = await readContents<AddOnContent>(
    db,
    rows.map(({ snapshot }) => snapshot),
  );
  const byOrder = groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    [...byOrder].map(([id, lines]) => [
      id,
      lines.map(({ orderId: _, ...line }) => ({ ...line, content: contents.get(line.snapshot ?? '') ?? null })),
    ]),
  );
}

/** The contents of snapshots by hash. Many orders share one object, so callers must not change it. */
async function readContents<T>(db: Knex, hashes: readonly (string | null)[]): Promise<Map<string, T>> {
  const uniqueHashes = [...new Set(hashes)].filter((hash) => hash !== null);
  if (uniqueHashes.length === 0) return new Map();
  const rows = await queryRows<{ hash: string; content: T }>(
    db('price_snapshots').whereRaw('hash = any(?)', [uniqueHashes]).select('hash', 'content'),
  );
  return new Map(rows.map(({ hash, content }) => [hash, content]));
}
