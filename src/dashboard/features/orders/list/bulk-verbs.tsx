import { useState } from 'react';
import { useLocation } from 'wouter';
import { shopTransitions } from '../../../../domain/kernel/order/status.js';
import type { ListedStatus } from '../../../components/shared/orders/order-status.js';
import { newMetalOrder } from '../../../components/shared/record/record-paths.js';
import { Button } from '../../../components/ui/button.js';
import { DownloadButton } from '../../../components/ui/download-button.js';
import { Select } from '../../../components/ui/form/inputs/select.js';
import { download } from '../../../lib/server/api.js';
import { formatCount } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import type { OrderRow } from '../change-order.js';
import type { Builder } from '../inline-edit.js';
import { formatMove } from '../order-words.js';
import type { Bulk } from './use-bulk.js';
import styles from '../orders.module.css';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const HoldDialog = loadLazily(() => import('../hold-dialog.js').then((m) => m.HoldDialog));

const noBuilder = { value: 'none', label: 'No builder' } as const;

interface VerbsProps {
  readonly status: ListedStatus;
  readonly orders: readonly OrderRow[];
  readonly bulk: Bulk;
  /** The builders of the shop, on a shop's list; the office does not assign builders. */
  readonly builders?: readonly Builder[];
}

/** The actions for selected orders of a status: next steps, builder, metal, work orders. */
export function BulkVerbs({ status, orders, bulk, builders }: VerbsProps) {
  const [holding, setHolding] = useState(false);
  const move = useCan('orders.change-status', { write: true });
  const order = useCan('purchasing.write', { write: true });
  const [, go] = useLocation();
  const edit = useCan('orders.edit-shop-part', { write: true });
  const { change, pending } = bulk;
  const isOpen = shopTransitions[status].length > 0;
  return (
    <>
      {shopTransitions[status].map((to) => (
        <Button
          key={to}
          small
          pending={pending}
          disabledReason={move.reason}
          onClick={() => (to === 'On Hold' ? setHolding(true) : void change(orders, { status: to }))}
        >
          {formatMove(status, to)}
        </Button>
      ))}
      {isOpen && builders && (
        <Select
          className={styles['builder-select']}
          label="Assign builder"
          placeholder="Assign builder"
          recent="builders"
          options={[...builders.map(({ _id, name }) => ({ value: _id, label: name })), noBuilder]}
          value=""
          disabled={pending || edit.reason !== null}
          title={edit.reason ?? undefined}
          onChange={(id) => void change(orders, { builder: id === noBuilder.value ? null : id })}
        />
      )}
      {isOpen && (
        <Button
          small
          pending={pending}
          disabledReason={edit.reason}
          onClick={() => void change(orders, { metalOrdered: true })}
        >
          Mark metal ordered
        </Button>
      )}
      {isOpen && builders && (
        <Button
          small
          disabledReason={order.reason}
          onClick={() => go(newMetalOrder(orders.map(({ serialNumber }) => serialNumber)))}
        >
          Order metal
        </Button>
      )}
      <DownloadButton
        small
        icon="file"
        area="Work orders"
        onDownload={() => download('POST /api/orders/work-orders', { ids: orders.map(({ _id }) => _id) })}
      >
        Work orders
      </DownloadButton>
      {holding && (
        <HoldDialog
          what={formatCount(orders.length, 'order')}
          onClose={() => setHolding(false)}
          onHold={(reason) => {
            setHolding(false);
            void change(orders, { status: 'On Hold', ...(reason ? { holdReason: reason } : {}) });
          }}
        />
      )}
    </>
  );
}
