import type { WaitingRecord } from '../../../kernel/notices/waiting.js';
import type { Knex } from 'knex';
import { mapColumns } from '../../../kernel/database/columns.js';
import { queryPage, queryRows } from '../../../kernel/database/rows.js';
import type { OrderStatus } from '../../../kernel/order/status.js';
import { asCents } from '../../../pricing/exact.js';
import { type Difference, explainBlocked, isBuiltAlready } from './differences.js';
import type { ListProposals, Proposal } from './schema.js';
import { type ProposalEffect, effectParts } from './effect.js';
import { toRecord } from '../../../kernel/objects.js';

interface Row extends Omit<Proposal, 'order' | 'changes' | 'effect' | 'spent' | 'undoRefusal'> {
  readonly orderId: string;
  readonly serialNumber: string;
  readonly status: OrderStatus;
  readonly customer: string | null;
  readonly model: string;
  readonly size: string;
  readonly shopId: string | null;
  readonly shopName: string | null;
  readonly differences: readonly Difference[];
  readonly effect: ProposalEffect | null;
  readonly companyCost: number;
  readonly shopCost: number;
  /** Whether the order is as the decision left it, and no proposal of it waits. */
  readonly isLast: boolean;
  /** Whether its row is the last known row of the order. */
  readonly isNewest: boolean;
}

const columns = {
  ...mapColumns('_id revision state urgent source differences taken effect warnings refusal', 'p'),
  ...mapColumns('createdAt decidedAt decidedBy orderId', 'p'),
  ...mapColumns('serialNumber status customer model:model_name shopId shopName', 'o'),
  ...mapColumns('companyCost:total_cost_company shopCost:total_cost_shop', 'o'),
};

const from = (db: Knex, { state, order, shop, part, search }: Omit<ListProposals, 'page' | 'size'>) => {
  const query = db('order_proposals as p').join('orders as o', 'o.id', 'p.order_id').where('p.state', state);
  if (order) query.where('p.order_id', order);
  if (shop) query.where('o.shop_id', shop);
  if (part) query.whereRaw('p.differences @> ?::jsonb', [JSON.stringify([{ part }])]);
  if (search) {
    const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    query.where((either) => void either.whereILike('o.serial_number', like).orWhereILike('o.customer', like));
  }
  return query;
};

/** Proposals in a state: urgent ones first, then the oldest; for decided ones, the latest first. */
export async function findProposals(db: Knex, { page, size, ...filter }: ListProposals) {
  const order = filter.state === 'open' ? 'p.urgent desc, p.created_at, p.id' : 'p.decided_at desc, p.id';
  const { items, total } = await queryPage<Row>(select(db, from(db, filter)).orderByRaw(order), { page, size });
  return { items: items.map(toProposal), total };
}

/** Proposals by ID. */
export async function findProposalsById(db: Knex, ids: readonly string[]): Promise<Proposal[]> {
  const proposals = db('order_proposals as p').join('orders as o', 'o.id', 'p.order_id');
  return (await queryRows<Row>(select(db, proposals).whereRaw('p.id = any(?)', [[...ids]]))).map(toProposal);
}

/** How many proposals wait, and how many of them are urgent. */
export async function countOpen(db: Knex): Promise<{ open: number; urgent: number }> {
  const [counts = { open: 0, urgent: 0 }] = await queryRows<{ open: number; urgent: number }>(
    db('order_proposals')
      .where({ state: 'open' })
      .select(db.raw('count(*)::int as open, count(*) filter (where urgent)::int as urgent')),
  );
  return counts;
}

const select = (db: Knex, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.select(columns).select(
    db.raw(`trim_scale(o.width) || 'x' || trim_scale(o.length) as size,
      (p.order_revision is null or p.order_revision = o.revision)
        and not exists (select from order_proposals n where n.order_id = p.order_id and n.state = 'open') as "isLast",
      exists (select from order_sources s where s.order_id = p.order_id and s.source = p.row) as "isNewest"`),
  );

function toProposal(row: Row): Proposal {
  const { orderId, serialNumber, status, customer, model, size, shopId, shopName, ...rest } = row;
  const { differences, effect, companyCost, shopCost, isLast, isNewest, ...proposal } = rest;
  const toMove = ([before, after]: readonly [number, number]) => ({ before: asCents(before), after: asCents(after) });
  return {
    ...proposal,
    order: {
      ...{ _id: orderId, serialNumber, status, customer, model, size },
      shop: shopId && shopName ? { _id: shopId, name: shopName } : null,
    },
    changes: differences.map((one) => ({
      ...one,
      blocked: explainBlocked(status, one),
      isBuilt: isBuiltAlready(status, one),
    })),
    effect: effect && toRecord(effectParts, (part) => toMove(effect[part])),
    spent: row.urgent ? { company: asCents(companyCost), shop: asCents(shopCost) } : null,
    undoRefusal: explainNotUndone(row, { isLast, isNewest }),
  };
}

/** Why a decision cannot be undone, as a sentence; null if it can. */
function explainNotUndone(
  { state, taken }: Pick<Row, 'state' | 'taken'>,
  { isLast, isNewest }: Pick<Row, 'isLast' | 'isNewest'>,
): string | null {
  if (state !== 'accepted' && state !== 'declined') return 'It has not been decided.';
  if (taken.includes('canceled')) return 'It changed the status. Set the status on the order.';
  if (!isLast) return 'The order has changed since.';
  return isNewest ? null : 'The sales system has sent a newer row since.';
}

/** The orders with open proposals, for the office; urgent ones first. */
export const findOrdersWithProposals = (db: Knex): Promise<WaitingRecord[]> =>
  queryRows<WaitingRecord>(
    db('order_proposals as p')
      .join('orders as o', 'o.id', 'p.order_id')
      .where('p.state', 'open')
      .orderByRaw('p.urgent desc, p.created_at, p.id')
      .select({ id: 'o.id', name: 'o.serial_number' })
      .select(db.raw('null::uuid as "shopId"')),
  );
