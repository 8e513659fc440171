import { Link } from 'wouter';
import { Button } from '../../../../components/ui/button.js';
import { LoadedContent } from '../../../../components/ui/loaded.js';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import { getForm } from '../../../../components/shared/orders/order-status.js';
import { count } from '../../../../lib/format.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { type AlertGroup, toCause } from './group-words.js';
import styles from './desk.module.css';

const MOST = 200;

interface HeldDialogProps {
  readonly title: string;
  /** The group whose orders are listed; without one, all orders that are held back. */
  readonly group?: AlertGroup;
  readonly onClose: () => void;
}

/** The orders that are held back, as links, each with the reasons. */
export function HeldDialog({ title, group, onClose }: HeldDialogProps) {
  const query = useApi('GET /api/orders/alerts/held', { ...(group ? toCause(group) : {}), size: MOST });
  return (
    <Dialog title={title} size="large" footer={<Button onClick={onClose}>Close</Button>} onClose={onClose}>
      <LoadedContent query={query} lines={6}>
        {({ items, total }) => (
          <>
            {total === 0 && <p>This no longer holds back any orders.</p>}
            <ul className={styles['held']}>
              {items.map(({ _id, serialNumber, shop, model, reasons }) => (
                <li key={_id}>
                  <Link
                    className="link"
                    href={getForm('company', _id)}
                  >{`${serialNumber}: ${reasons.join('; ')}`}</Link>
                  <span className="muted">{`${shop ?? 'No shop'} · ${model}`}</span>
                </li>
              ))}
            </ul>
            {total > MOST && <p className="muted">{`and ${count(total - MOST)} more`}</p>}
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}
