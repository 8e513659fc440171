import { useState } from 'react';
import { Button } from '../../components/button.js';
import { useToast } from '../../components/toast.js';
import { download } from '../../lib/api.js';
import { failureOf } from '../../lib/failure.js';
import type { OrderRow } from './change-order.js';

interface WorkOrderProps {
  readonly order: Pick<OrderRow, '_id' | 'serialNumber'>;
  readonly iconOnly?: boolean;
}

/** Fetches an order's work order as a PDF, for the wall of the shop. */
export function WorkOrderButton({ order, iconOnly = false }: WorkOrderProps) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const { _id: id, serialNumber } = order;
  const fetchIt = () => {
    setPending(true);
    download('GET /api/orders/:id/work-order', { id })
      .catch((error: unknown) => toast.error(failureOf('Work order', error)))
      .finally(() => setPending(false));
  };
  const name = `Work order of ${serialNumber} as PDF`;
  return (
    <Button icon="file" iconOnly={iconOnly} pending={pending} aria-label={name} onClick={fetchIt}>
      Work order
    </Button>
  );
}
