import { useFormContext } from 'react-hook-form';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { Icon } from '../../../components/ui/icon.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { useOrder } from './order-context.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import { findAlertField } from './alert-fields.js';
import type { OrderValues } from './saving/order-values.js';
import styles from './order-form.module.css';

/**
 * The alerts of the import. Each links to the field that can fix it, or can be accepted, which is saved immediately.
 */
export function AlertsSection() {
  const { order, locks, saving } = useOrder();
  const { getValues, setFocus } = useFormContext<OrderValues>();
  const alerts = order.alerts ?? [];
  if (alerts.length === 0) return null;
  const openCount = alerts.filter(({ accepted }) => !accepted).length;
  const isOffice = locks.side === 'office';
  const isFixable = isOffice && order.status === 'New' && locks.matching === null;
  return (
    <RecordCard
      title={openCount === 0 ? 'Accepted alerts' : `${openCount} ${plural(openCount, 'alert')}`}
      className={openCount > 0 ? styles['order-alerts'] : undefined}
    >
      {openCount > 0 && <p className="muted">Fix differences first. Accept only what is correct as uploaded.</p>}
      <ul className={styles['alert-list']}>
        {alerts.map(({ _id, code, text, accepted }) => {
          const field = isFixable && !accepted ? findAlertField(code, getValues()) : null;
          return (
            <li key={_id} className={accepted ? undefined : styles['open']}>
              <Icon name={accepted ? 'check' : 'warning'} />
              <span>
                {text}
                {accepted && <span className="muted block">Accepted</span>}
              </span>
              {!accepted && isOffice && (
                <span className={styles['alert-actions']}>
                  {field && (
                    <Button small aria-label={`Fix: ${text}`} onClick={() => setFocus(field)}>
                      Fix
                    </Button>
                  )}
                  <ActionButton
                    permission="orders.import"
                    small
                    pending={saving.pending}
                    aria-label={`Accept: ${text}`}
                    onClick={() => void saving.saveBeside({ alerts: [{ _id, accepted: true }] })}
                  >
                    Accept
                  </ActionButton>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </RecordCard>
  );
}
