import { type ReactNode, useState } from 'react';
import { sum, toCents, toDollars } from '../../../../domain/kernel/cents.js';
import { DomainError } from '../../../../domain/kernel/errors.js';
import { ActionButton } from '../../../components/ui/button.js';
import type { Selection } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import type { RepairRow } from './repair-types.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const NewPaymentDialog = loadLazily(() => import('../new-payment-dialog.js').then((m) => m.NewPaymentDialog));

interface RepairPayment {
  /** The properties that make rows of the invoice list selectable. */
  readonly list: { readonly selection?: Selection<RepairRow>; readonly bulk?: ReactNode };
  readonly button: ReactNode;
  readonly dialog: ReactNode;
}

/** Pays a shop for selected Approved repair or driver invoices; empty for lists without payable invoices. */
export function useRepairPayment(isPayable: boolean, rows: readonly RepairRow[]): RepairPayment {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [shop, setShop] = useState<RepairRow['shop'] | null>(null);
  const toast = useToast();
  if (!isPayable) return { list: {}, button: null, dialog: null };
  const payable = rows.filter(({ _id, status }) => ids.has(_id) && status === 'Approved');
  const selection: Selection<RepairRow> = {
    selected: new Set(payable.map(({ _id }) => _id)),
    onChange: setIds,
    getName: (row) => `invoice ${row.invoiceNumber} of ${row.shop.name}`,
    disabledReason: ({ status }) => (status === 'Approved' ? null : 'Only Approved invoices can be paid.'),
  };
  const pay = () => {
    const [first, ...otherRows] = payable;
    if (first && otherRows.every((row) => row.shop._id === first.shop._id)) setShop(first.shop);
    else toast.error(`Payment ${new DomainError('payment-of-several-shops', undefined).message}`);
  };
  const amount = toDollars(sum(payable.map(({ invoiceTotal }) => toCents(invoiceTotal) ?? 0)));
  return {
    list: { selection, bulk: <Money value={amount} /> },
    button: (
      <ActionButton
        permission="payments.write"
        kind="primary"
        disabledReason={payable.length === 0 ? 'First select the invoices to pay.' : null}
        onClick={pay}
      >
        Create Payment
      </ActionButton>
    ),
    dialog: shop && (
      <NewPaymentDialog
        shop={shop}
        invoices={[]}
        repairs={selection.selected}
        cutOff=""
        onCreated={() => setIds(new Set())}
        onClose={() => setShop(null)}
      />
    ),
  };
}
