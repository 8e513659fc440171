import { DownloadButton } from '../../components/ui/download-button.js';
import { download } from '../../lib/server/api.js';
import type { OrderRow } from './change-order.js';

interface WorkOrderProps {
  readonly order: Pick<OrderRow, '_id' | 'serialNumber'>;
  readonly iconOnly?: boolean;
}

/** Downloads an order's work order as a PDF, for printing. */
export function WorkOrderButton({ order: { _id: id, serialNumber }, iconOnly = false }: WorkOrderProps) {
  return (
    <DownloadButton
      icon="file"
      iconOnly={iconOnly}
      aria-label={`Work order of ${serialNumber} as PDF`}
      area="Work order"
      onDownload={() => download('GET /api/orders/:id/work-order', { id })}
    >
      Work order
    </DownloadButton>
  );
}
