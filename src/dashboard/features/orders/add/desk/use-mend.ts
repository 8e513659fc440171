import { useState } from 'react';
import { useNotify } from '../../../../components/ui/overlay/use-notify.js';
import type { Input } from '../../../../lib/server/api.js';
import { changeShown } from '../../../../lib/server/changes.js';
import { sendEarly } from '../../../../lib/server/early.js';
import { useSend } from '../../../../lib/server/use-api.js';
import { type AlertGroup, toCause, toGroupKey } from './group-words.js';

export type ChosenKind = Exclude<Input<'POST /api/orders/alerts/choose'>['kind'], 'shop-missing'>;
const kinds: ReadonlySet<string> = new Set<ChosenKind>(['add-on', 'model', 'dealer', 'shop']);

/** Whether a group is fixed by choosing a record. */
export const isChosen = (group: AlertGroup): group is AlertGroup & { readonly kind: ChosenKind } =>
  kinds.has(group.kind);

/**
 * Fixes groups of alerts. A group disappears at once and comes back, with the error in a toast, if the server refuses;
 * the server's result decides what is left of it. What is done next, for example a push, is sent after the answer.
 */
export function useMend() {
  const { notify } = useNotify('Order');
  const choosing = useSend('POST /api/orders/alerts/choose', { early: true });
  const accepting = useSend('POST /api/orders/alerts/accept', { early: true });
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const mend = async (group: AlertGroup, work: () => Promise<{ msg: string }>) => {
    const key = toGroupKey(group);
    setLeaving((now) => new Set([...now, key]));
    if (await notify(sendEarly(work))) await changeShown();
    setLeaving((now) => new Set([...now].filter((one) => one !== key)));
  };
  const chooseAll = async (input: Input<'POST /api/orders/alerts/choose'>) => {
    let [answer, orders] = [await choosing.send(input), 0];
    for (; answer.left > 0 && answer.orders > 0; answer = await choosing.send(input)) orders += answer.orders;
    return orders === 0 ? answer : { msg: `${answer.msg} ${orders + answer.orders} orders in total.` };
  };
  return {
    isLeaving: (group: AlertGroup) => leaving.has(toGroupKey(group)),
    choose: (group: AlertGroup & { readonly kind: ChosenKind }, choice: string, remember: boolean) =>
      mend(group, () => chooseAll({ ...toCause(group), kind: group.kind, choice, remember })),
    accept: (group: AlertGroup) => mend(group, () => accepting.send({ cause: toCause(group) })),
  };
}
