import { groupByShop, notifyShops } from '../../kernel/notices/notify-shops.js';
import type { NoticeLink } from '../../kernel/notices/places.js';
import type { WriteCtx } from '../../kernel/context.js';
import { findNumbers } from './queries.js';
import type { ApprovalKind, Decision } from './rules.js';

interface DecidedRecord {
  readonly _id: string;
  readonly kind: ApprovalKind;
}

/** Notifies each shop of the decisions about its invoices: one notice per shop, listing their numbers. */
export async function notifyDecided(
  tx: WriteCtx,
  { decision, reason }: { readonly decision: Decision; readonly reason: string | null },
  decisions: readonly DecidedRecord[],
): Promise<void> {
  const kinds = new Map(decisions.map(({ _id, kind }) => [_id, kind]));
  const records = await findNumbers(tx.db, decisions);
  const verdict = decision === 'Denied' ? `Denied: ${reason ?? ''}` : decision;
  const isDenied = decision === 'Denied';
  const list = isDenied ? 'denied' : 'invoices';
  const link = (id: string | null): NoticeLink => (id ? { to: kinds.get(id) ?? 'invoice', id } : { to: list });
  await notifyShops(
    tx,
    {
      ...(isDenied ? { kind: 'denied', type: 'danger', waitsForRecord: true } : { kind: 'invoices', type: 'success' }),
      ...{ msg: `Invoice ${decision}`, link },
      one: (name) => `${name} has been ${verdict}`,
      many: (count, names) => `${count.toLocaleString('en-US')} invoices have been ${verdict}. ${names.join(', ')}`,
    },
    groupByShop(records),
  );
}
