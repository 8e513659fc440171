import { useLocation } from 'wouter';
import { useConfirm } from '../components/ui/overlay/confirm.js';
import { useHeldChanges } from '../lib/queue/order-queue.js';
import { useSession } from '../lib/server/session.js';
import { mayLeave } from '../lib/queue/unsaved.js';
import { plural } from '../../domain/kernel/text/plural.js';

/** Signs the user out, after asking about unsaved or unsent changes. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useSession();
  const [, navigate] = useLocation();
  const mayLeaveHeld = useLeaveHeld();
  return async () => {
    if (!(await mayLeave()) || !(await mayLeaveHeld())) return;
    await signOut();
    navigate('/login', { replace: true });
  };
}

/** Asks if changes wait for the connection: they stay on the device and are never sent for another user. */
function useLeaveHeld(): () => Promise<boolean> {
  const confirm = useConfirm();
  const heldChanges = useHeldChanges();
  return async () => {
    if (heldChanges.length === 0) return true;
    const serials = [...new Set(heldChanges.map(({ serialNumber }) => serialNumber))];
    return confirm({
      title: 'Unsent changes',
      message: 'Sign out? Your changes stay on this device and are sent when you sign in here again.',
      record: `${plural(serials.length, 'Order')} ${serials.join(', ')}`,
      yes: 'Sign out',
      no: 'Stay',
    });
  };
}
