import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { figureColumnNames, orderFigureValues } from '../../orders/pricing/figures.js';
import type { PricedOrder } from '../../orders/pricing/explain-query.js';
import { toCase } from '../../orders/pricing/case.js';
import { readStoredLines, type ShedContent, type StoredOrder } from '../../orders/pricing/locked-orders.js';
import { notPriced } from '../../pricing/explain/cell.js';
import { priceOrder } from '../../pricing/order.js';
import { costUnknown } from '../../pricing/unknown-cost.js';
import { MOST_RECORDS, type Finding } from './finding.js';
import { queryCount, queryRows } from '../../kernel/database/rows.js';
import { toError } from '../../kernel/objects.js';

const BATCH = 500;

/** An order's inputs, and every figure by its column name. */
type Row = Readonly<Record<string, unknown>> &
  Pick<
    StoredOrder,
    'id' | 'serialNumber' | 'type' | 'width' | 'length' | 'shopPercent' | 'basePrice' | 'typedCosts'
  > & {
    readonly content: ShedContent | null;
    readonly adjustmentShop: number;
    readonly adjustmentCompany: number;
  };

interface DeepCheckOptions {
  /** The time limit in milliseconds; the newest orders are checked first. */
  readonly withinMs: number;
  readonly report?: ((done: number, total: number) => void) | undefined;
}

/** Prices every order again from its pricing snapshot. The result must equal the stored figures to the cent. */
export async function checkPrices(db: Knex, { withinMs, report }: DeepCheckOptions): Promise<Finding[]> {
  const until = performance.now() + withinMs;
  const total = await queryCount(db('orders'));
  const wrongIds: string[] = [];
  let checkedCount = 0;
  for (let after: string | null = null; ;) {
    const rows = await batch(db, after);
    const lines = await readStoredLines(
      db,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      const different = differences(row, lines.get(row.id) ?? []);
      if (different.length > 0 && wrongIds.length < MOST_RECORDS)
        wrongIds.push(`${row.serialNumber} (${row.id}): ${shortList(different)}`);
    }
    checkedCount += rows.length;
    report?.(checkedCount, total);
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) break;
    if (performance.now() > until) return [...toFindings(wrongIds), reportUnfinished(checkedCount, total)];
  }
  return toFindings(wrongIds);
}

const shortList = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

async function batch(db: Knex, before: string | null): Promise<Row[]> {
  return queryRows<Row>(
    db('orders as o')
      .modify((query) => {
        if (before !== null) void query.where('o.id', '<', before);
      })
      .orderBy('o.id', 'desc')
      .limit(BATCH)
      .select({ id: 'o.id', serialNumber: 'o.serial_number', type: 'o.type', width: 'o.width', length: 'o.length' })
      .select({ shopPercent: 'o.shop_percent', basePrice: 'o.base_price_company', typedCosts: 'o.typed_costs' })
      .select({ adjustmentShop: 'o.adjustment_shop', adjustmentCompany: 'o.adjustment_company' })
      .select(['cost_unknown', ...figureColumnNames].map((name) => `o.${name}`))
      .select(db.raw('(select content from price_snapshots s where s.hash = o.snapshot) as content')),
  );
}

/** The columns whose stored value differs from the priced one. */
function differences(row: Row, lines: PricedOrder['lines']): string[] {
  const adjustment = { shop: row.adjustmentShop, company: row.adjustmentCompany };
  try {
    const input = toCase({ ...row, adjustment, content: row.content ?? notPriced, lines });
    const figures = orderFigureValues(priceOrder(input));
    const sameCosts = isDeepStrictEqual(row['cost_unknown'], costUnknown(input));
    return [
      ...Object.keys(figures).filter((name) => figures[name] !== row[name]),
      ...(sameCosts ? [] : ['cost_unknown']),
    ];
  } catch (error) {
    return [`it cannot be priced: ${toError(error).message}`];
  }
}

const toFindings = (records: readonly string[]): Finding[] =>
  records.length === 0
    ? []
    : [
        {
          severity: 'error',
          what: 'the figures of an order differ from what its snapshot gives',
          records,
          hint: 'Open orders: select them in the order list and click Re-price selected. Invoiced orders: see who changed them under History, then delete the invoice, re-price and invoice again.',
        },
      ];

const reportUnfinished = (checkedCount: number, total: number): Finding => ({
  severity: 'note',
  what: `time ran out after the newest ${checkedCount.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} orders`,
  records: [],
  hint: 'Run shedworks doctor --deep --seconds <more>.',
});
