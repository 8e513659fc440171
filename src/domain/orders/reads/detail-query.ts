import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Cents } from '../../kernel/cents.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';
import { getScope, type ActorCtx } from '../../kernel/context.js';
import { type AddOnType, type SellingCost, sellingCosts } from '../../pricing/case/case.js';
import { figureColumnNames, figureColumns, groupFigures, lineColumns } from '../pricing/figures.js';
import { describeLaborBase } from '../pricing/labor-base.js';
import { orderRowColumns, visible, withNames } from './queries.js';
import type { StoredAlert } from '../intake/insert-rows.js';
import type { officeFigures, officeLineFigures } from '../pricing/figure-schema.js';
import type { Order } from '../schema.js';
import { toRecord } from '../../kernel/objects.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';

const detailColumns = {
  externalId: 'o.external_id',
  orderNumber: 'o.order_number',
  salesRep: 'o.sales_rep',
  dealerId: 'o.dealer_id',
  shopName: 'o.shop_name',
  modelId: 'o.model_id',
  shed: 'o.shed_id',
  sqft: 'o.sqft',
  sidingType: 'o.siding_type',
  sidingColor: 'o.siding_color',
  roofType: 'o.roof_type',
  roofColor: 'o.roof_color',
  trimColor: 'o.trim_color',
  condition: 'o.condition',
  invoicedDate: 'o.invoiced_date',
  isBuilding: 'o.is_building',
  updatedAt: 'o.updated_at',
  updatedBy: 'o.updated_by',
  alerts: 'o.alerts',
  shopPercent: 'o.shop_percent',
  costUnknown: 'o.cost_unknown',
  adjustmentNote: 'o.adjustment_note',
  typedCosts: 'o.typed_costs',
  shedSuite: 'o.shed_suite_total',
  categoryId: 'o.category_id',
  categoryName: 'g.name',
  sidingPaintColor: 'o.siding_paint_color',
  sidingPaintQuantity: 'o.siding_paint_quantity',
  trimPaintColor: 'o.trim_paint_color',
  trimPaintQuantity: 'o.trim_paint_quantity',
  deliveryLineOne: 'o.delivery_line_one',
  deliveryLineTwo: 'o.delivery_line_two',
  deliveryState: 'o.delivery_state',
  deliveryZip: 'o.delivery_zip',
  customerPhone: 'o.customer_phone',
  customerEmail: 'o.customer_email',
  rto: 'o.rto',
  rtoMonths: 'o.rto_months',
  saleStatus: 'o.sale_status',
};

type Detail = z.output<typeof Order.office>;
type Figures = z.output<z.ZodObject<typeof officeFigures>>;
type LineFigures = z.output<z.ZodObject<typeof officeLineFigures>>;
type MadeHere =
  | 'alerts'
  | 'category'
  | 'deliveryAddress'
  | 'sidingPaint'
  | 'trimPaint'
  | 'sellingCosts'
  | 'laborBase'
  | 'addOns'
  | 'customAddOns';

interface DetailRow extends Omit<Detail, MadeHere | keyof Figures> {
  readonly invoiceStatus: InvoiceStatus | null;
  readonly alerts: readonly StoredAlert[];
  readonly categoryId: string | null;
  readonly categoryName: string | null;
  readonly typedCosts: Readonly<Partial<Record<SellingCost, Cents>>> | null;
  readonly sidingPaintColor: string | null;
  readonly sidingPaintQuantity: number | null;
  readonly trimPaintColor: string | null;
  readonly trimPaintQuantity: number | null;
  readonly deliveryLineOne: string | null;
  readonly deliveryLineTwo: string | null;
  readonly deliveryCity: string | null;
  readonly deliveryState: string | null;
  readonly deliveryZip: string | null;
}

interface LineRow {
  readonly line_no: number;
  readonly kind: 'addOn' | 'custom';
  readonly name: string;
  readonly quantity: number;
  readonly included: boolean;
  readonly unknown: boolean;
  readonly as_sold: boolean;
  readonly price_given: boolean;
  readonly add_on_id: string | null;
  readonly type: AddOnType;
  readonly mode: string | null;
  readonly discount: boolean;
  readonly ss_id: string | null;
  readonly addOnSsId: string | null;
  readonly retail_price: number;
  readonly shop_percent: number;
  readonly extended_price: Cents | null;
  readonly pricing: Detail['addOns'][number]['pricing'];
  readonly material_shop: Cents | null;
  readonly material_standard: Cents | null;
  readonly labor_shop: Cents | null;
  readonly labor_standard: Cents | null;
}

/** Alerts whose text reveals what the company charges, which a shop never sees. */
const companyOnly: ReadonlySet<string> = new Set(['total', 'tax', 'base-price']);

/** The whole order with its lines; undefined if the actor may not see it or it does not exist. */
export async function findOrder(ctx: ActorCtx, id: string) {
  const row = await queryFirstRow<DetailRow>(
    withNames(visible(ctx))
      .leftJoin('shed_categories as g', 'g.id', 'o.category_id')
      .where('o.id', id)
      .select(orderRowColumns(ctx.db))
      .select(detailColumns)
      .select(figureColumnNames.map((c) => `o.${c}`))
      .select(ctx.db.raw('(select content from price_snapshots p where p.hash = o.snapshot) as pricing'))
      .select(ctx.db.raw('(select x.source from order_sources x where x.order_id = o.id) as source'))
      .select(ctx.db.raw('(select id from companies limit 1) as "companyId"'))
      .select(
        ctx.db.raw(
          `(select json_build_object('_id', i.id, 'invoiceNumber', i.invoice_number, 'status', i.status) from invoices i where i.order_id = o.id and i.deleted_at is null) as invoice`,
        ),
      )
      .first(),
  );
  if (!row) return undefined;
  const lines = await findLines(ctx.db, id);
  const {
    sidingPaintColor,
    sidingPaintQuantity,
    trimPaintColor,
    trimPaintQuantity,
    categoryId,
    categoryName,
    shedSuite,
    typedCosts,
    deliveryLineOne,
    deliveryLineTwo,
    deliveryCity,
    deliveryState,
    deliveryZip,
    ...rest
  } = row;
  const figures = groupFigures<Figures>(row, figureColumns);
  const visibleAlerts = getScope(ctx.actor) ? row.alerts.filter((alert) => !companyOnly.has(alert.code)) : row.alerts;
  return {
    ...rest,
    ...figures,
    alerts: visibleAlerts.map((alert) => ({ ...alert, alert: alert.text })),
    shedSuite,
    sellingCosts: toRecord(sellingCosts, (name) => typedCosts?.[name] ?? null),
    laborBase: describeLaborBase(row.pricing?.labor, row.shop?._id ?? null),
    deliveryAddress: {
      lineOne: deliveryLineOne,
      lineTwo: deliveryLineTwo,
      city: deliveryCity,
      state: deliveryState,
      zip: deliveryZip,
    },
    category: categoryId ? { _id: categoryId, name: categoryName ?? '' } : null,
    sidingPaint: { color: sidingPaintColor, quantity: sidingPaintQuantity },
    trimPaint: { color: trimPaintColor, quantity: trimPaintQuantity },
    addOns: lines.filter((line) => line.kind === 'addOn'),
    customAddOns: lines.filter((line) => line.kind === 'custom'),
  };
}

async function findLines(db: Knex, orderId: string) {
  const rows = await queryRows<LineRow>(
    db('order_lines as l')
      .leftJoin('price_snapshots as s', 's.hash', 'l.snapshot')
      .leftJoin('add_ons as a', 'a.id', 'l.add_on_id')
      .where('l.order_id', orderId)
      .orderBy('l.line_no')
      .select('l.*')
      .select({ pricing: 's.content', addOnSsId: 'a.ss_id' }),
  );
  return rows.map((row) => ({
    lineNo: row.line_no,
    kind: row.kind,
    name: row.name,
    quantity: row.quantity,
    included: row.included,
    unknown: row.unknown,
    asSold: row.as_sold,
    priceGiven: row.price_given,
    addOn: {
      _id: row.add_on_id,
      name: row.name,
      type: row.type,
      mode: row.mode,
      discount: row.discount,
      ssId: row.addOnSsId ?? row.ss_id,
    },
    retailPrice: row.retail_price,
    shopPercent: row.shop_percent,
    extendedPrice: row.extended_price,
    pricing: row.pricing,
    materialCost: { shop: row.material_shop, standard: row.material_standard },
    laborCost: { shop: row.labor_shop, standard: row.labor_standard },
    ...groupFigures<LineFigures>(row, lineColumns),
  }));
}
