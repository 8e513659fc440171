import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import type { Output } from '../../../lib/server/api.js';
import type { OrderRow } from '../change-order.js';

interface ResultsProps {
  readonly orders: readonly OrderRow[];
  readonly answer: Output<'PUT /api/orders/updateseveral'>;
  readonly onClose: () => void;
}

/** The orders that a bulk action did not change, each with the reason. */
export const BulkResults = ({ orders, answer, onClose }: ResultsProps) => (
  <Dialog
    title={`${answer.msg}.`}
    footer={
      <Button data-autofocus kind="primary" onClick={onClose}>
        Done
      </Button>
    }
    onClose={onClose}
  >
    <PlainTable
      label="Not updated"
      columns={[{ header: 'Serial #' }, { header: 'Reason' }]}
      rows={answer.results
        .filter(({ done }) => !done)
        .map(({ _id, msg }) => ({
          key: _id,
          cells: [orders.find((order) => order._id === _id)?.serialNumber ?? '', msg],
        }))}
    />
  </Dialog>
);
