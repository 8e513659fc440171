import { groupByShop, notifyShops } from '../../kernel/notices/notify-shops.js';
import type { NoticeLink } from '../../kernel/notices/notify.js';
import type { WriteCtx } from '../../kernel/context.js';
import { findNumbers } from './queries.js';
import type { ApprovalKind, Decision } from './rules.js';

interface Decided {
  readonly _id: string;
  readonly kind: ApprovalKind;
}

/** Notifies each shop of the decisions about its invoices: one notice per shop, listing their numbers. */
export async function notifyDecided(
  tx: WriteCtx,
  { decision, reason }: { readonly decision: Decision; readonly reason: string | null },
  decided: readonly Decided[],
): Promise<void> {
  const kinds = new Map(decided.map(({ _id, kind }) => [_id, kind]));
  const records = await findNumbers(tx.db, decided);
  const done = decision === 'Denied' ? `Denied: ${reason ?? ''}` : decision;
  const link = (id: string | null): NoticeLink => (id ? { to: kinds.get(id) ?? 'invoice', id } : { to: 'invoices' });
  await notifyShops(
    tx,
    {
      ...{ type: decision === 'Denied' ? 'danger' : 'success', msg: `Invoice ${decision}`, about: 'invoices', link },
      one: (name) => `${name} has been ${done}`,
      many: (count, names) => `${count.toLocaleString('en-US')} invoices have been ${done}. ${names.join(', ')}`,
    },
    groupByShop(records),
  );
}
