import type { Knex } from 'knex';
import type { z } from 'zod';
import { queryRows } from '../../../kernel/database/rows.js';
import { invalid } from '../../../kernel/errors.js';
import { isObject } from '../../../kernel/objects.js';
import { plural } from '../../../kernel/text/plural.js';
import type { ImportOrders, UploadedOrders } from '../../order-files/schema.js';
import { storableText } from '../../reading/storable.js';
import { text } from '../../reading/values.js';
import type { PushedRows } from './push-rows.js';

type Input = z.output<typeof ImportOrders>;
export type PushResult = z.output<typeof UploadedOrders>;
type Row = PushResult['rows'][number];

/** The parts of its input that a push reads. Throws for options of uploads by users. */
export function readPush({ duplicates, decisions, ...input }: Input): Input {
  const why = 'is only for uploads by users: with an API key, changes to existing orders become proposals';
  if (duplicates !== 'skip') throw invalid('duplicates', why);
  if (Object.keys(decisions).length > 0) throw invalid('decisions', why);
  return { ...input, duplicates, decisions };
}

interface OrderNow {
  readonly id: string;
  readonly serialNumber: string;
  readonly externalId: string | null;
  readonly shop: string | null;
  readonly model: string;
  readonly alerts: readonly string[];
}

/** The answer of a push: the result of each row, in their sequence. */
export async function describePush(db: Knex, outcome: PushedRows, isPreview: boolean): Promise<PushResult> {
  const orders = await findOrdersNow(db, [...new Set(outcome.orderOf.values())]);
  const rows = outcome.rows.map((row, index) => describeRow(row, index, outcome, orders));
  const visibleRows = isPreview ? rows.map((row) => (row.state === 'new' ? { ...row, order: null } : row)) : rows; // not stored
  const count = (...states: readonly Row['state'][]) => rows.filter(({ state }) => states.includes(state)).length;
  const counts = {
    ...{ new: count('new'), replaced: 0, kept: 0, refused: count('refused') },
    skipped: count('unchanged', 'older', 'canceled', 'repeated'),
    withAlerts: rows.filter(({ alerts }) => alerts.length > 0).length,
    ...{ unchanged: count('unchanged'), applied: count('applied'), proposed: count('proposed') },
    ...{ held: count('held'), older: count('older'), canceled: count('canceled'), waiting: count('waiting') },
  };
  return {
    msg: formatPush(counts, isPreview),
    import: isPreview ? null : outcome.importId,
    seenBefore: null,
    counts,
    rows: visibleRows,
  };
}

function describeRow(row: unknown, index: number, outcome: PushedRows, orders: ReadonlyMap<string, OrderNow>): Row {
  const isWaiting = outcome.waiting.has(row);
  const { state, reason } = isWaiting
    ? { state: 'waiting' as const, reason: outcome.why }
    : (outcome.outcomes.get(row) ?? { state: 'repeated' as const, reason: 'a newer row of this order was used' });
  const order = orders.get(outcome.orderOf.get(row) ?? '');
  const fields = isObject(row) ? row : {};
  const readText = (name: string) => storableText(text(fields[name]) ?? '') || null;
  return {
    ...{ index, state, reason, existing: null },
    externalId: order?.externalId ?? readText('id') ?? readText('externalId'),
    serialNumber: order?.serialNumber ?? readText('serialNumber'),
    order: order?.id ?? null,
    shop: order?.shop ?? null,
    model: order?.model ?? null,
    alerts: [...(order?.alerts ?? [])],
  };
}

/** The orders of a push after it, with their open alerts. */
async function findOrdersNow(db: Knex, ids: readonly string[]): Promise<Map<string, OrderNow>> {
  const orders = await queryRows<OrderNow>(
    db('orders')
      .whereRaw('id = any(?)', [[...ids]])
      .select({ id: 'id', serialNumber: 'serial_number', externalId: 'external_id', shop: 'shop_name' })
      .select(
        db.raw(`model_name || ' ' || trim_scale(width) || 'x' || trim_scale(length) as model,
          array(select a->>'text' from jsonb_array_elements(alerts) a where not (a->>'accepted')::boolean) as alerts`),
      ),
  );
  return new Map(orders.map((order) => [order.id, order]));
}

const words: readonly (readonly [name: keyof PushResult['counts'], word: string])[] = [
  ['new', 'new'],
  ['applied', 'applied'],
  ['proposed', 'proposed'],
  ['held', 'on hold'],
  ['waiting', 'waiting for a decision'],
  ['unchanged', 'unchanged'],
  ['older', 'older than the stored version'],
  ['canceled', 'canceled before they arrived'],
  ['refused', 'refused'],
];

/** Summarizes a push: `3 orders received: 1 new, 2 proposed.` */
function formatPush(counts: PushResult['counts'], isPreview: boolean): string {
  const parts = words.flatMap(([name, word]) => ((counts[name] ?? 0) > 0 ? [`${counts[name]} ${word}`] : []));
  const n = words.reduce((sum, [name]) => sum + (counts[name] ?? 0), 0);
  return `${isPreview ? 'Preview: ' : ''}${n} ${plural(n, 'order')} received${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
}
