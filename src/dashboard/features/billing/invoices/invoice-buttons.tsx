import { deletingPermission, invoiceTransitions } from '../../../../domain/billing/invoices/rules.js';
import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import { ActionButton } from '../../../components/ui/button.js';
import type { MenuItem } from '../../../components/ui/overlay/menu.js';
import { Can, useCan } from '../../../lib/server/session.js';
import type { ActedOn } from '../invoice-types.js';
import type { InvoiceActions } from './use-invoice-actions.js';

interface ButtonsProps {
  readonly invoice: ActedOn;
  readonly actions: InvoiceActions;
  /** Called after an action. */
  readonly onDone?: () => void;
}

const mayGo = (invoice: ActedOn, to: InvoiceStatus): boolean => invoiceTransitions[invoice.status][to] !== undefined;

/**
 * The office's actions for an invoice in its status: Approve and Deny, or Change Status; Approve is `prominent` on the
 * invoice's screen.
 */
export function OfficeMoves({ invoice, actions, prominent = false }: ButtonsProps & { readonly prominent?: boolean }) {
  const { approve, deny, reopen, isDoing } = actions;
  const common = { permission: 'invoices.decide', invoice } as const;
  return (
    <>
      {mayGo(invoice, 'Approved') && (
        <InvoiceButton
          {...common}
          label="Approve"
          primary={prominent}
          pending={isDoing(invoice, 'Approved')}
          onClick={() => void approve(invoice)}
        />
      )}
      {mayGo(invoice, 'Denied') && (
        <InvoiceButton {...common} label="Deny" pending={isDoing(invoice, 'Denied')} onClick={() => deny(invoice)} />
      )}
      {invoice.status === 'Approved' && (
        <InvoiceButton
          {...common}
          label="Change Status"
          pending={isDoing(invoice, 'New')}
          onClick={() => void reopen(invoice)}
        />
      )}
    </>
  );
}

/** Opens the form of a payment for this invoice alone. */
export const Pay = <I extends ActedOn>({ invoice, onPay }: { invoice: I; onPay: (invoice: I) => void }) => (
  <InvoiceButton
    invoice={invoice}
    permission="payments.write"
    label="Pay"
    pending={false}
    onClick={() => onPay(invoice)}
  />
);

/** Denied → Adjusted, by the shop. */
export function ShopMoves({ invoice, actions, onDone }: ButtonsProps) {
  if (!mayGo(invoice, 'Adjusted')) return null;
  return (
    <InvoiceButton
      invoice={invoice}
      permission="invoices.adjust"
      label="Change Status to Adjusted"
      primary
      pending={actions.isDoing(invoice, 'Adjusted')}
      onClick={() => actions.adjust(invoice, () => onDone?.())}
    />
  );
}

/** Deletes an invoice if its status and the user's permissions allow it. */
export function DeleteInvoice({ invoice, actions, onDone, label }: ButtonsProps & { readonly label: string }) {
  const permission = deletingPermission(invoice);
  if (!permission) return null;
  const remove = async () => {
    if (await actions.remove(invoice)) onDone?.();
  };
  return (
    <Can permission={permission}>
      <InvoiceButton
        invoice={invoice}
        permission={permission}
        label={label}
        pending={actions.isDoing(invoice, 'delete')}
        onClick={() => void remove()}
      />
    </Can>
  );
}

/** The menu item that deletes an invoice in a status that allows it. */
export function useDeleteItem(actions: InvoiceActions): (invoice: ActedOn) => readonly MenuItem[] {
  const reasons = {
    'invoices.delete': useCan('invoices.delete', { write: true }).reason,
    'invoices.delete-approved': useCan('invoices.delete-approved', { write: true }).reason,
  };
  return (invoice) => {
    const permission = deletingPermission(invoice);
    if (!permission) return [];
    return [
      {
        label: 'Delete',
        icon: 'trash',
        danger: true,
        disabledReason: reasons[permission],
        onSelect: () => void actions.remove(invoice),
      },
    ];
  };
}

interface InvoiceButtonProps {
  readonly invoice: ActedOn;
  readonly permission: Parameters<typeof ActionButton>[0]['permission'];
  readonly label: string;
  readonly primary?: boolean;
  readonly pending: boolean;
  readonly onClick: () => void;
}

const InvoiceButton = ({ invoice, permission, label, primary = false, pending, onClick }: InvoiceButtonProps) => (
  <ActionButton
    permission={permission}
    kind={primary ? 'primary' : 'secondary'}
    pending={pending}
    aria-label={`${label}: invoice ${invoice.invoiceNumber}`}
    onClick={onClick}
  >
    {label}
  </ActionButton>
);
