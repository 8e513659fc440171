import { countWaiting } from '../../billing/approvals/queries.js';
import { countDenied } from '../../billing/invoices/queries.js';
import { audience, type ActorCtx } from '../../kernel/context.js';
import { can } from '../../kernel/rights/permissions.js';
import { queryCount } from '../../kernel/database/rows.js';
import { unreadComments } from '../../messaging/messages/queries.js';
import { countToOrder } from '../../stock/demand-query.js';
import {
  countCommandProblems,
  countHolds,
  countLateOrders,
  countNewOrders,
  countOpenProposals,
  findCauses,
} from './queries.js';
import type { Need } from './schema.js';

const DAY_MS = 86_400_000;
/** An order on hold counts from the eighth day. */
const HOLD_DAYS = 7;

const noDetails = { oldestDays: null, causes: [] };

/** What waits for the actor, in order of importance, limited to what the actor may act on. */
export async function findNeeds(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  const needs = [
    ...(await findNewOrders(ctx, shop)),
    ...(await findProposals(ctx, shop)),
    ...(await findInvoices(ctx, shop)),
    ...(await findHolds(ctx, shop)),
    ...(await findLateOrders(ctx, shop)),
    ...(await findMessages(ctx, shop)),
    ...(await findLowStock(ctx, shop)),
    ...(await findCommands(ctx, shop)),
  ];
  return needs.filter(({ count }) => count > 0);
}

/** New orders with open alerts, by the kinds of these, and New orders ready to push. */
async function findNewOrders(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  if (!can(ctx.actor, 'orders.push')) return [];
  const { heldBack, ready } = await countNewOrders(ctx, shop);
  return [
    { ...noDetails, kind: 'held-back', count: heldBack, causes: heldBack > 0 ? await findCauses(ctx, shop) : [] },
    { ...noDetails, kind: 'ready', count: ready },
  ];
}

/** Changes from the sales system; canceled sales that are already being built come first. */
async function findProposals(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  if (!can(ctx.actor, 'orders.import')) return [];
  const [urgent, otherCount] = [await countOpenProposals(ctx, shop, true), await countOpenProposals(ctx, shop, false)];
  return [
    { ...noDetails, kind: 'canceled', count: urgent.count, oldestDays: daysSince(ctx, urgent.oldest) },
    { ...noDetails, kind: 'proposals', count: otherCount.count, oldestDays: daysSince(ctx, otherCount.oldest) },
  ];
}

/** Invoices that the office must decide on, or that a shop must adjust. */
async function findInvoices(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  if (can(ctx.actor, 'approvals.read')) {
    const { count, oldest } = await countWaiting(ctx.db, shop);
    return [{ ...noDetails, kind: 'approvals', count, oldestDays: daysSince(ctx, oldest) }];
  }
  if (!can(ctx.actor, 'invoices.adjust')) return [];
  const { count, oldest } = await countDenied(ctx.db, ctx.actor);
  return [{ ...noDetails, kind: 'denied', count, oldestDays: daysSince(ctx, oldest) }];
}

async function findHolds(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  const since = new Date(ctx.clock.now().getTime() - HOLD_DAYS * DAY_MS);
  const { count, oldest } = await countHolds(ctx, shop, since);
  return [{ ...noDetails, kind: 'holds', count, oldestDays: daysSince(ctx, oldest) }];
}

/** Open orders whose planned delivery day has passed, by status. */
async function findLateOrders(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  const statuses = await countLateOrders(ctx, shop);
  const count = statuses.reduce((sum, { orders }) => sum + orders, 0);
  return [{ ...noDetails, kind: 'late', count, causes: statuses }];
}

async function findMessages(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  const unread = unreadComments(ctx.db, ctx.actor);
  return [{ ...noDetails, kind: 'messages', count: await queryCount(shop ? unread.where('c.shop_id', shop) : unread) }];
}

/** Only a shop's users order its material. */
async function findLowStock(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  if (audience(ctx.actor) !== 'shop' || shop === null) return [];
  return [{ ...noDetails, kind: 'low-stock', count: await countToOrder(ctx.db, shop) }];
}

/** Expected commands that failed or did not run. They belong to the installation, so to no shop. */
async function findCommands(ctx: ActorCtx, shop: string | null): Promise<Need[]> {
  if (!can(ctx.actor, 'runs.manage') || shop !== null) return [];
  const { count, oldest } = await countCommandProblems(ctx.db);
  return [{ ...noDetails, kind: 'commands', count, oldestDays: daysSince(ctx, oldest) }];
}

const daysSince = ({ clock }: ActorCtx, oldest: string | null): number | null =>
  oldest === null ? null : Math.floor((clock.now().getTime() - new Date(oldest).getTime()) / DAY_MS);
