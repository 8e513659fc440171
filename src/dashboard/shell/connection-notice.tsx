import { useState } from 'react';
import { Link } from 'wouter';
import { isShopRole } from '../../domain/kernel/rights/roles.js';
import { Button } from '../components/ui/button.js';
import { Icon } from '../components/ui/icon.js';
import { changeText, refusalText } from '../features/orders/change-text.js';
import { getForm } from '../components/shared/orders/order-status.js';
import type { Refusal } from '../lib/queue/change-queue.js';
import { useOffline } from '../lib/server/connection.js';
import { useHeldChanges } from '../lib/queue/order-queue.js';
import { useMe } from '../lib/server/session.js';
import type { WaitingChange } from '../lib/queue/waiting-list.js';
import { useOrderSending } from './use-order-sending.js';
import { plural } from '../../domain/kernel/text/plural.js';
import styles from './shell.module.css';

/** Shows that the user is offline, which changes are waiting, and which of them were refused once back online. */
export function ConnectionNotice() {
  const isLost = useOffline();
  const waitingChanges = useHeldChanges();
  const { refusals, dismiss } = useOrderSending();
  return (
    <div className={styles['connection']}>
      <div role="status">
        {(isLost || waitingChanges.length > 0) && <WaitingChanges isLost={isLost} held={waitingChanges} />}
      </div>
      <div role="alert">
        {refusals.map((refusal) => (
          <RefusalNotice key={refusal.change.id} refusal={refusal} onDismiss={() => dismiss(refusal)} />
        ))}
      </div>
    </div>
  );
}

const changesIn = (changes: readonly unknown[]): string => `${changes.length} ${plural(changes.length, 'change')}`;

function WaitingChanges({ isLost, held }: { isLost: boolean; held: readonly WaitingChange[] }) {
  const [open, setOpen] = useState(false);
  const text = !isLost
    ? `Sending ${changesIn(held)}…`
    : held.length === 0
      ? 'Offline. Showing what was loaded earlier.'
      : `Offline: ${changesIn(held)} waiting to be sent.`;
  return (
    <div className="notice notice-warning">
      <Icon name={isLost ? 'warning' : 'clock'} />
      <div>
        <p>{text}</p>
        {open && <HeldList held={held} />}
      </div>
      {held.length > 0 && (
        <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </Button>
      )}
    </div>
  );
}

function HeldList({ held }: { held: readonly WaitingChange[] }) {
  const side = isShopRole(useMe().role) ? 'shop' : 'company';
  return (
    <ol>
      {held.map((change) => (
        <li key={change.id}>
          <Link href={getForm(side, change.order)}>{change.serialNumber}</Link> {changeText(change)}
        </li>
      ))}
    </ol>
  );
}

const RefusalNotice = ({ refusal, onDismiss }: { refusal: Refusal; onDismiss: () => void }) => (
  <div className="notice notice-error">
    <Icon name="warning" />
    <div>
      <p>{refusalText(refusal)}</p>
    </div>
    <Button small onClick={onDismiss}>
      Dismiss
    </Button>
  </div>
);
