import { useState } from 'react';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { day, quantity } from '../../../lib/format.js';
import { unitPricesOf } from '../unit-prices.js';
import { useCan } from '../../../lib/server/session.js';
import { PushDialog } from '../push-dialog.js';
import type { ReceivedLine, ReceivedOrder } from '../received-types.js';

const columns = [
  { header: 'Item' },
  { header: 'Received on' },
  { header: 'Quantity', align: 'right' },
  { header: 'Freight', align: 'right' },
  { header: 'Price', align: 'right' },
  { header: 'Push to Current Inventory' },
] as const;

/** The received lines of an order; checking one moves the rest of it to stock, after a preview. */
export function ReceivedLines({ order }: { order: ReceivedOrder }) {
  const [pushing, setPushing] = useState<ReceivedLine | null>(null);
  const formatFreight = unitPricesOf(order.items.map(({ newFreight }) => newFreight));
  const formatPrice = unitPricesOf(order.items.map(({ newPrice }) => newPrice));
  return (
    <>
      <PlainTable
        label={`Received items of ${order.purchaseOrderNumber}`}
        columns={columns}
        rows={order.items.map((line) => ({
          key: line._id,
          cells: [
            line.item.name,
            day(line.receivedOn),
            quantity(line.received),
            formatFreight(line.newFreight),
            formatPrice(line.newPrice),
            <PushBox key="push" line={line} onPush={() => setPushing(line)} />,
          ],
        }))}
      />
      {pushing && <PushDialog order={order} line={pushing} onClose={() => setPushing(null)} />}
    </>
  );
}

/** Checked if everything received on a line is in stock; this cannot be undone. */
function PushBox({ line, onPush }: { line: ReceivedLine; onPush: () => void }) {
  const can = useCan('purchasing.write', { write: true });
  const { item, received, pushed, inInventory } = line;
  const missingReason = item._id === null ? 'This item is no longer in the catalogue.' : null;
  const reason = inInventory ? 'Already moved to stock; this cannot be undone.' : (can.reason ?? missingReason);
  return (
    <label className="row">
      <input
        type="checkbox"
        checked={inInventory}
        disabled={reason !== null}
        title={reason ?? undefined}
        aria-label={`Move ${item.name} to stock`}
        onChange={onPush}
      />
      {pushed > 0 && <span className="muted">{`${quantity(pushed)} of ${quantity(received)} moved to stock`}</span>}
    </label>
  );
}
