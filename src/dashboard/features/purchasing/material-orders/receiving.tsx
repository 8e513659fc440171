import { useState } from 'react';
import { getOpenQuantity } from '../../../../domain/purchasing/material-orders/rules.js';
import { ActionButton } from '../../../components/ui/button.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { Section } from '../../../components/ui/section.js';
import { day, quantity } from '../../../lib/format.js';
import type { MaterialOrder } from '../material-values.js';
import { RECEIVED, stateWords } from '../material-words.js';
import { ReceiveDialog } from '../receive-dialog.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';
import { useUndoReceipts, waitingText } from './use-undo-receipts.js';

interface ReceivingPanelProps {
  readonly order: MaterialOrder;
  /** Called after a receipt is stored, or receipts are undone. */
  readonly onChanged: (order: MaterialOrder) => void;
}

const columns = [
  { header: 'Item' },
  { header: 'Ordered', align: 'right' },
  { header: 'Received', align: 'right' },
  { header: 'Open', align: 'right' },
  { header: 'In stock', align: 'right' },
] as const;

const receiptColumns = [
  { header: 'Received on' },
  { header: 'Item' },
  { header: 'Quantity', align: 'right' },
  { header: 'By' },
  { header: 'In stock' },
] as const;

/** The receipts of a placed order, line by line; the rest, or a part of it, can be received here, and receipts undone. */
export function ReceivingPanel({ order, onChanged }: ReceivingPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { receiving, undo } = useUndoReceipts();
  const { items, recievedDate, state } = order;
  const undoReceipts = async () => {
    const item = await undo(order);
    if (item) onChanged(item);
  };
  const orderedLines = items.filter((line) => line.quantity > 0);
  return (
    <Section
      title={`Receiving: ${stateWords[state]}${recievedDate ? ` ${day(recievedDate)}` : ''}`}
      actions={
        <span className="row">
          <ActionButton
            permission="purchasing.write"
            icon="check"
            disabledReason={orderedLines.length === 0 ? 'Nothing to receive: every quantity is 0.' : null}
            onClick={() => setOpen(true)}
          >
            Receive
          </ActionButton>
          {waitingText(order) !== '' && (
            <ActionButton
              permission="purchasing.write"
              icon="back"
              pending={receiving.pending}
              onClick={() => void undoReceipts()}
            >
              Undo Receipts
            </ActionButton>
          )}
          <LinkButton href={RECEIVED}>Received Items</LinkButton>
        </span>
      }
    >
      {orderedLines.length === 0 ? (
        <p className="muted">Nothing to receive: every quantity is 0.</p>
      ) : (
        <PlainTable
          label="Received quantities"
          columns={columns}
          rows={orderedLines.map((line) => ({
            key: line._id,
            cells: [
              line.item.name,
              quantity(line.quantity),
              quantity(line.received),
              quantity(getOpenQuantity(line)),
              quantity(line.pushed),
            ],
          }))}
        />
      )}
      {order.receipts.length > 0 && (
        <PlainTable
          label="Receipts"
          columns={receiptColumns}
          rows={order.receipts.map((receipt) => ({
            key: receipt._id,
            cells: [
              day(receipt.receivedOn),
              receipt.item,
              quantity(receipt.quantity),
              receipt.by,
              formatYesNo(receipt.inInventory),
            ],
          }))}
        />
      )}
      {isOpen && <ReceiveDialog order={order} onDone={onChanged} onClose={() => setOpen(false)} />}
    </Section>
  );
}
