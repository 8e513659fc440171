import { isShopRole } from '../rights/roles.js';
import type { WriteCtx } from '../context.js';
import type { NoticeKind } from './kinds.js';
import { notifyEach, type Notification } from './notify.js';
import type { NoticeLink } from './places.js';

/** Records of one shop affected by the same action: how many, and ID and name of the first. */
export interface AffectedRecords {
  readonly shopId: string | null;
  readonly count: number;
  readonly id: string;
  readonly name: string;
  /** The names of all of them, if the notice lists them. */
  readonly names?: readonly string[];
}

/** The kind, the text and the link of a notice; `link` gets the record if there is exactly one. */
export interface Wording {
  readonly kind: NoticeKind;
  readonly type: Notification['type'];
  readonly msg: string;
  readonly one: (name: string) => string;
  readonly many: (count: number, names: readonly string[]) => string;
  readonly link: (id: string | null) => NoticeLink;
  /** Whether the notice is resolved together with its record; only for a notice about a single record. */
  readonly waitsForRecord?: true;
}

/** Sends each shop one notice about what the office did to its records. Actions by a shop's own users send none. */
export async function notifyShops(tx: WriteCtx, wording: Wording, affected: readonly AffectedRecords[]): Promise<void> {
  if (isShopRole(tx.actor.role)) return;
  const { kind, type, msg, one, many, link, waitsForRecord } = wording;
  await notifyEach(
    tx,
    affected
      .filter(({ shopId, count }) => shopId !== null && count > 0)
      .map(({ shopId, count, id, name, names = [] }) => ({
        ...{ kind, shopId, type, msg },
        content: count === 1 ? one(name) : many(count, names),
        link: link(count === 1 ? id : null),
        subjectId: waitsForRecord && count === 1 ? id : undefined,
      })),
  );
}

/** Groups single records by their shop. */
export function groupByShop(records: readonly Omit<AffectedRecords, 'count'>[]): AffectedRecords[] {
  const byShop = new Map<string | null, AffectedRecords>();
  for (const record of records) {
    const first = byShop.get(record.shopId) ?? { ...record, count: 0, names: [] };
    byShop.set(record.shopId, { ...first, count: first.count + 1, names: [...(first.names ?? []), record.name] });
  }
  return [...byShop.values()];
}
