import { useState } from 'react';
import { ActionButton, Button } from '../../../../components/ui/button.js';
import { call, formatMessage, type Preview } from '../../../../lib/server/api.js';
import { formatCount, money } from '../../../../lib/format.js';
import { useToast } from '../../../../components/ui/overlay/toast.js';
import { type AlertGroup, findLikely, formatTitle } from './group-words.js';
import { RecordPicker } from './record-picker.js';
import type { ChosenKind } from './use-mend.js';
import styles from './desk.module.css';

type Effect = Preview<'POST /api/orders/alerts/choose'>;

interface ChooseRowProps {
  readonly group: AlertGroup & { readonly kind: ChosenKind };
  readonly onChoose: (choice: string, remember: boolean) => void;
}

/** Chooses one record for all orders of a group: picker, Remember, Preview and Apply. */
export function ChooseRow({ group, onChoose }: ChooseRowProps) {
  const [choice, setChoice] = useState(() => findLikely(group));
  const [remember, setRemember] = useState(true);
  const [effect, setEffect] = useState<Effect | null>(null);
  const { preview, pending } = usePreview(group, setEffect);
  const title = formatTitle(group);
  const whatIsMissing = choice === '' ? 'Make a choice first.' : null;
  const pick = (id: string) => {
    setChoice(id);
    setEffect(null);
  };
  return (
    <>
      <div className={styles['choice']}>
        <RecordPicker
          label={`Choice for ${title}`}
          kind={group.kind}
          suggestions={group.suggestions}
          value={choice}
          onChange={pick}
        />
        <label className="check">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          Remember
        </label>
        <Button
          kind="text"
          pending={pending}
          disabledReason={whatIsMissing}
          aria-label={`Preview: ${title}`}
          onClick={() => void preview(choice)}
        >
          Preview
        </Button>
        <ActionButton
          permission="orders.import"
          className={styles['apply'] ?? ''}
          disabledReason={whatIsMissing}
          aria-label={`Apply to ${group.orders}: ${title}`}
          onClick={() => onChoose(choice, remember)}
        >
          {`Apply to ${group.orders}`}
        </ActionButton>
      </div>
      <p className={styles['effect']} role="status">
        {effect && formatEffect(effect)}
      </p>
    </>
  );
}

function usePreview({ kind, words, within }: ChooseRowProps['group'], show: (effect: Effect | null) => void) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const preview = async (choice: string) => {
    setPending(true);
    try {
      show(await call('POST /api/orders/alerts/choose', { kind, words, within, choice }, { preview: true }));
    } catch (error) {
      toast.error(formatMessage(error));
    } finally {
      setPending(false);
    }
  };
  return { preview, pending };
}

/** `9 of 14 orders become ready. Company total $12,000.00 → $12,120.00, shop total $7,000.00 unchanged.` */
export function formatEffect({ orders, ready, before, after, unpriced }: Effect): string {
  const total = (name: string, view: 'company' | 'shop') =>
    before[view] === after[view]
      ? `${name} total stays ${money(after[view])}`
      : `${name} total ${money(before[view])} → ${money(after[view])}`;
  const refusedText = unpriced.length > 0 ? ` ${formatCount(unpriced.length, 'order')} cannot be priced.` : '';
  return `${ready} of ${formatCount(orders, 'order')} can then be pushed. ${total('Company', 'company')}, ${total('shop', 'shop')}.${refusedText}`;
}
