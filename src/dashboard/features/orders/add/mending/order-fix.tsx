import { Button } from '../../../../components/ui/button.js';
import { Icon } from '../../../../components/ui/icon.js';
import { Loaded } from '../../../../components/ui/loaded.js';
import { Menu } from '../../../../components/ui/overlay/menu.js';
import { useCan } from '../../../../lib/server/session.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { changeOrder } from '../../change-order.js';
import type { Order } from '../../order.js';
import { useAcceptMany } from '../bulk-accept.js';
import { OrderChoices } from './order-choices.js';
import styles from './mending.module.css';

type Alert = Order['alerts'][number];

/** Below a New order: its alerts, which can be accepted, and the choices that resolve them. */
export function OrderFix({ id }: { id: string }) {
  const order = useApi('GET /api/orders/byid/:id', { id });
  return (
    <div className={styles['order-fix']}>
      <Loaded query={order} lines={3}>
        {(data) => (
          <>
            <Alerts order={data} />
            <OrderChoices order={data} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Alerts({ order }: { order: Order }) {
  return (
    <section>
      <h3>Alerts</h3>
      {order.alerts.length === 0 && <p className="muted">Everything matches.</p>}
      <ul>
        {order.alerts.map((alert) => (
          <AlertLine key={alert._id} alert={alert} order={order} />
        ))}
      </ul>
    </section>
  );
}

function AlertLine({ alert, order }: { alert: Alert; order: Order }) {
  const { reason } = useCan('orders.import', { write: true });
  const many = useAcceptMany();
  const { _id, code, text, accepted } = alert;
  return (
    <li className={styles['alert-line']}>
      <Icon name={accepted ? 'check' : 'warning'} />
      <span className={accepted ? 'grow muted' : 'grow'}>{text}</span>
      {accepted && <span className="muted">accepted</span>}
      {!accepted && (
        <span className="row">
          <Button
            disabledReason={reason}
            aria-label={`Accept: ${text}`}
            onClick={() => changeOrder(order, { alerts: [{ _id, accepted: true }] })}
          >
            Accept
          </Button>
          <Menu
            label="Accept in other orders…"
            icon="down"
            iconOnly
            kind="text"
            align="end"
            disabledReason={reason}
            items={[
              { label: 'Accept this alert in all New orders', onSelect: () => void many.accept({ text }, text) },
              {
                label: 'Accept this kind of alert in all New orders',
                onSelect: () => void many.accept({ code }, `Alerts like: ${text}`),
              },
            ]}
          />
        </span>
      )}
    </li>
  );
}
