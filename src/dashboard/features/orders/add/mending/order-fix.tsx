import { Button } from '../../../../components/ui/button.js';
import { Icon } from '../../../../components/ui/icon.js';
import { LoadedContent } from '../../../../components/ui/loaded.js';
import { Menu } from '../../../../components/ui/overlay/menu.js';
import { useCan } from '../../../../lib/server/session.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { useOrderChanges } from '../../../../lib/queue/order-queue.js';
import { changeOrder } from '../../change-order.js';
import { listAccepted } from '../../change-text.js';
import type { Order } from '../../order.js';
import { useAcceptMany } from '../bulk-accept.js';
import { MendLink } from './mend-link.js';
import { OrderChoices } from './order-choices.js';
import styles from './mending.module.css';

type Alert = Order['alerts'][number];

/** Below a New order: its alerts, which can be accepted, and the choices that resolve them. */
export function OrderFix({ id }: { id: string }) {
  const order = useApi('GET /api/orders/byid/:id', { id });
  return (
    <div className={styles['order-fix']}>
      <LoadedContent query={order} lines={3}>
        {(data) => (
          <>
            <Alerts order={data} />
            <OrderChoices order={data} />
          </>
        )}
      </LoadedContent>
    </div>
  );
}

/** The open alerts. An accepted one disappears at once, and returns if the server refuses. */
function Alerts({ order }: { order: Order }) {
  const waitingChanges = useOrderChanges().filter((change) => change.order === order._id);
  const leaving = new Set(waitingChanges.flatMap(({ change }) => listAccepted(change)));
  const openAlerts = order.alerts.filter(({ _id, accepted }) => !accepted && !leaving.has(_id));
  const acceptedAlerts = order.alerts.filter((alert) => !openAlerts.includes(alert));
  return (
    <section>
      <h3>Alerts</h3>
      {openAlerts.length === 0 && (
        <p className="muted">{acceptedAlerts.length > 0 ? 'All resolved.' : 'Everything matches.'}</p>
      )}
      <ul>
        {openAlerts.map((alert) => (
          <AlertLine key={alert._id} alert={alert} order={order} />
        ))}
      </ul>
      {acceptedAlerts.length > 0 && (
        <details>
          <summary className="muted">{`${acceptedAlerts.length} accepted`}</summary>
          <ul>
            {acceptedAlerts.map(({ _id, text }) => (
              <li key={_id} className="muted">
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function AlertLine({ alert, order }: { alert: Alert; order: Order }) {
  const { reason } = useCan('orders.import', { write: true });
  const many = useAcceptMany();
  const { _id, code, text } = alert;
  return (
    <li className={styles['alert-line']}>
      <Icon name="warning" />
      <span className="grow">{text}</span>
      <span className="row">
        <MendLink code={code} of={text} />
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
    </li>
  );
}
