import { isShopRole } from '../rights/roles.js';
import type { WriteCtx } from '../context.js';
import { notifyEach, type Notification, type NoticeLink } from './notify.js';

/** Records of one shop to which the same happened: how many, and the first of them by id and name. */
export interface Affected {
  readonly shopId: string | null;
  readonly count: number;
  readonly id: string;
  readonly name: string;
  /** All of them by name, where the notice lists them. */
  readonly names?: readonly string[];
}

/** How a notice reads, and what it opens; `link` is given the record where there is one alone. */
export interface Wording {
  readonly type: Notification['type'];
  readonly msg: string;
  readonly one: (name: string) => string;
  readonly many: (count: number, names: readonly string[]) => string;
  readonly link: (id: string | null) => NoticeLink;
  readonly about?: Notification['about'];
}

/** Tells each shop what the office did to its records: one notice a shop, however many. A shop's own people hear nothing of what they did. */
export async function notifyShops(tx: WriteCtx, wording: Wording, affected: readonly Affected[]): Promise<void> {
  if (isShopRole(tx.actor.role)) return;
  const { type, msg, one, many, link, about } = wording;
  await notifyEach(
    tx,
    affected
      .filter(({ shopId, count }) => shopId !== null && count > 0)
      .map(({ shopId, count, id, name, names = [] }) => ({
        ...{ shopId, type, msg, about },
        content: count === 1 ? one(name) : many(count, names),
        link: link(count === 1 ? id : null),
      })),
  );
}

/** Records one by one, as the shops they are of. */
export function groupByShop(records: readonly Omit<Affected, 'count'>[]): Affected[] {
  const byShop = new Map<string | null, Affected>();
  for (const record of records) {
    const first = byShop.get(record.shopId) ?? { ...record, count: 0, names: [] };
    byShop.set(record.shopId, { ...first, count: first.count + 1, names: [...(first.names ?? []), record.name] });
  }
  return [...byShop.values()];
}
