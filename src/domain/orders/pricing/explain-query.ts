import type { ActorCtx } from '../../kernel/context.js';
import { notPriced } from '../../pricing/explain/cell.js';
import { visible } from '../reads/queries.js';
import type { PricedFields } from './case.js';
import { readStoredLines, type ShedContent, type StoredLine, type StoredOrder } from './locked-orders.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

/** The inputs that determine an order's figures; amounts in cents. */
export type PricedOrder = PricedFields & Pick<StoredOrder, 'shedSuiteTotal'>;

const columns = {
  type: 'o.type',
  width: 'o.width',
  length: 'o.length',
  shopPercent: 'o.shop_percent',
  basePrice: 'o.base_price_company',
  adjustmentShop: 'o.adjustment_shop',
  adjustmentCompany: 'o.adjustment_company',
  shedSuiteTotal: 'o.shed_suite_total',
  typedCosts: 'o.typed_costs',
};

type Row = Omit<PricedOrder, 'adjustment' | 'content' | 'lines'> & {
  readonly adjustmentShop: number;
  readonly adjustmentCompany: number;
  readonly content: ShedContent | null;
};

/** The inputs that determine one order's figures; undefined if the actor may not see the order or it does not exist. */
export async function findPriced(ctx: ActorCtx, id: string): Promise<PricedOrder | undefined> {
  const row = await queryFirstRow<Row>(
    visible(ctx)
      .where('o.id', id)
      .select(columns)
      .select(ctx.db.raw('(select content from price_snapshots s where s.hash = o.snapshot) as content'))
      .first(),
  );
  if (!row) return undefined;
  const lines: readonly StoredLine[] = (await readStoredLines(ctx.db, [id])).get(id) ?? [];
  const { adjustmentShop: shop, adjustmentCompany: company, content, ...rest } = row;
  return { ...rest, adjustment: { shop, company }, content: content ?? notPriced, lines };
}
