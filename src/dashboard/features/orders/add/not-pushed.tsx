import { Button } from '../../../components/ui/button.js';
import { count } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { OrderRow } from '../change-order.js';
import styles from './new-orders.module.css';

const MOST = 20;

/** The orders that were not pushed with the others, and the reasons. */
export function NotPushed({ onClose }: { onClose: () => void }) {
  const { data } = useApi('GET /api/orders/status/:status', { status: 'new', sort: 'serialNumber', size: MOST });
  if (!data || data.total === 0) return null;
  return (
    <section className={`notice notice-warning ${styles['not-pushed']}`} aria-label="Held back">
      <div>
        <h2>Held back</h2>
        <ul tabIndex={0} aria-label="Open alerts">
          {data.items.map((row) => (
            <Reasons key={row._id} row={row} />
          ))}
        </ul>
        {data.total > MOST && <p>and {count(data.total - MOST)} more</p>}
      </div>
      <Button kind="text" icon="close" iconOnly onClick={onClose}>
        Hide
      </Button>
    </section>
  );
}

function Reasons({ row }: { row: OrderRow }) {
  const { serialNumber, openAlerts, shop } = row;
  const order = useApi('GET /api/orders/byid/:id', openAlerts > 0 ? { id: row._id } : null);
  const open = order.data?.alerts.filter(({ accepted }) => !accepted) ?? [];
  return (
    <>
      {open.map(({ _id, text }) => (
        <li key={_id}>{`${serialNumber}: ${text}`}</li>
      ))}
      {openAlerts === 0 && !shop && <li>{`${serialNumber}: choose a shop first`}</li>}
    </>
  );
}
