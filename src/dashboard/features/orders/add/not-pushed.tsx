import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../components/ui/button.js';
import { getForm } from '../../../components/shared/orders/order-status.js';
import { formatCount } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import styles from './new-orders.module.css';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const HeldDialog = loadLazily(() => import('./desk/held-dialog.js').then((m) => m.HeldDialog));

const FIRST = 3;

interface NotPushedProps {
  /** Whether orders were pushed while others were held back. */
  readonly isPartlyPushed: boolean;
  readonly onClose: () => void;
  /** Shown in the same place otherwise, so that the list below does not move. */
  readonly children: ReactNode;
}

/** The orders that were held back by a push: the first ones as links with reasons, all of them on request. */
export function NotPushed({ isPartlyPushed, onClose, children }: NotPushedProps) {
  const { data } = useApi('GET /api/orders/alerts/held', isPartlyPushed ? { size: FIRST } : null);
  const [isWhole, setWhole] = useState(false);
  if (!isPartlyPushed || !data || data.total === 0) return children;
  const title = `${formatCount(data.total, 'order')} held back`;
  return (
    <section className={`notice notice-warning ${styles['not-pushed']}`} aria-label="Held back">
      <strong>{title}</strong>
      <ul>
        {data.items.map(({ _id, serialNumber, reasons }) => (
          <li key={_id}>
            <Link className="link" href={getForm('company', _id)}>{`${serialNumber}: ${reasons.join('; ')}`}</Link>
          </li>
        ))}
      </ul>
      <Button small onClick={() => setWhole(true)}>
        Show all
      </Button>
      <Button kind="text" small icon="close" iconOnly onClick={onClose}>
        Hide
      </Button>
      {isWhole && <HeldDialog title={title} onClose={() => setWhole(false)} />}
    </section>
  );
}
