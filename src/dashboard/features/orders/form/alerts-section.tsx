import { ActionButton } from '../../../components/ui/button.js';
import { Icon } from '../../../components/ui/icon.js';
import { useOrder } from './order-context.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import styles from './order-form.module.css';

/** The alerts of the import; each can be accepted, which is saved immediately. */
export function AlertsSection() {
  const { order, locks, saving } = useOrder();
  const alerts = order.alerts ?? [];
  if (alerts.length === 0) return null;
  const open = alerts.filter(({ accepted }) => !accepted).length;
  return (
    <section className={styles['order-alerts']} aria-labelledby="order-alerts">
      <h2 id="order-alerts">{open === 0 ? 'Accepted alerts' : `${open} ${plural(open, 'alert')}`}</h2>
      {open > 0 && <p>Fix differences first. Accept only what is correct as uploaded.</p>}
      <ul>
        {alerts.map(({ _id, text, accepted }) => (
          <li key={_id} className={accepted ? undefined : styles['open']}>
            <Icon name={accepted ? 'check' : 'warning'} />
            <span className="grow">{text}</span>
            {accepted && <span className="muted">Accepted</span>}
            {!accepted && locks.side === 'office' && (
              <ActionButton
                permission="orders.import"
                small
                pending={saving.pending}
                aria-label={`Accept: ${text}`}
                onClick={() => void saving.saveBeside({ alerts: [{ _id, accepted: true }] })}
              >
                Accept
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
