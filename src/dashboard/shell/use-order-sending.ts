import { useCallback, useEffect, useState } from 'react';
import { useToast } from '../components/ui/overlay/toast.js';
import { changeText, refusalText, toUndo } from '../features/orders/change-text.js';
import type { Outcome, Refusal } from '../lib/queue/change-queue.js';
import { changeShown } from '../lib/server/changes.js';
import { onConnection } from '../lib/server/connection.js';
import { orderQueue } from '../lib/queue/order-queue.js';
import type { WaitingChange } from '../lib/queue/waiting-list.js';
import type { Role } from '../../domain/kernel/rights/roles.js';
import { useMe, useSession } from '../lib/server/session.js';
import { onToken } from '../lib/server/token.js';
import { useRefresh } from '../lib/server/use-api.js';

interface SendingState {
  /** Changes made without a connection that were refused, until dismissed. */
  readonly refusals: readonly Refusal[];
  readonly dismiss: (refusal: Refusal) => void;
}

/** Sends the waiting changes of the signed-in user, shows the result of each, and makes the screens read the orders again. */
export function useOrderSending(): SendingState {
  const toast = useToast();
  const refresh = useRefresh();
  const { role } = useMe();
  const { state } = useSession();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  useEffect(() => {
    const onOutcome = async (outcome: Outcome) => {
      if ('sent' in outcome) toast.success(sentText(outcome), createUndo(outcome.sent, role));
      else if (outcome.waited) setRefusals((before) => [...before, outcome]);
      else toast.error(refusalText(outcome));
      await ('sent' in outcome ? changeShown() : refresh(['orders']));
    };
    return orderQueue.follow(onOutcome);
  }, [toast, refresh, role]);
  useEffect(keepSending, [state]); // again when an ended session continues
  const dismiss = useCallback(
    (refusal: Refusal) => setRefusals((before) => before.filter((one) => one !== refusal)),
    [],
  );
  return { refusals, dismiss };
}

/** Undoes a move of the order, if that is possible. */
function createUndo(sentChange: WaitingChange, role: Role): (() => void) | undefined {
  const undo = toUndo(sentChange, role);
  const { order: _id, serialNumber, change, revision } = sentChange;
  const { status } = change;
  return undo && status ? () => orderQueue.add({ _id, serialNumber, status, revision }, undo) : undefined;
}

const sentText = ({ sent, waited }: Extract<Outcome, { sent: unknown }>): string =>
  waited ? `Sent: ${sent.serialNumber} ${changeText(sent)}.` : `${sent.serialNumber} is updated.`;

/**
 * Sends now, and again whenever sending may have become possible. A page being closed sends nothing: it would not get
 * the answer, and the next page sends the waiting changes.
 */
function keepSending(): () => void {
  const again = () => {
    if (document.visibilityState === 'hidden') return;
    orderQueue.notifyFollowers();
    void orderQueue.flush();
  };
  const stops = [onConnection(again), onToken(orderQueue.notifyFollowers)];
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', again);
  };
}
