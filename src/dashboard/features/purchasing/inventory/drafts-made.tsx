import { RecordLink } from '../../../components/shared/record/record-link.js';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { type Output, showNewer } from '../../../lib/server/api.js';
import { money } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { MaterialOrder } from '../material-values.js';
import { AREA, materialForm } from '../material-words.js';
import { useNumberQuestion } from '../use-number-question.js';
import styles from './inventory.module.css';

export type Draft = Output<'POST /api/stock/:id/demand/orders'>['items'][number];

interface DraftsProps {
  readonly drafts: readonly Draft[];
  /** Called with an order that was placed, or that turned out to be changed when it was to be placed. */
  readonly onChanged: (order: MaterialOrder) => void;
}

/** The material order drafts just created: each links to its form, and is placed there or here. */
export const DraftsMade = ({ drafts, onChanged }: DraftsProps) => (
  <div role="status">
    {drafts.length > 0 && (
      <section className={styles['drafts']}>
        <p>Draft material orders created. Review and place them:</p>
        <ul>
          {drafts.map((draft) => (
            <li key={draft._id}>
              <RecordLink href={materialForm(draft._id)}>{formatDraft(draft)}</RecordLink>
              <span className="grow">{money(draft.grandTotal)}</span>
              <Place draft={draft} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      </section>
    )}
  </div>
);

const formatDraft = ({ purchaseOrderNumber, vendor }: Draft): string => `PO ${purchaseOrderNumber}, ${vendor.name}`;

function Place({ draft, onChanged }: { draft: Draft } & Pick<DraftsProps, 'onChanged'>) {
  const confirm = useConfirm();
  const { notify } = useNotify(AREA);
  const withNumber = useNumberQuestion();
  const { send, pending } = useSend('PUT /api/materialorder/update/:id');
  const { _id: id, revision, purchaseOrderNumber, vendor, grandTotal } = draft;
  const place = async () => {
    const record = `Material Order ${purchaseOrderNumber} to ${vendor.name}, ${money(grandTotal)}`;
    if (!(await confirm({ message: 'Create Order?', record }))) return;
    const request = withNumber((more) => send({ id, revision, draft: false, ...more }));
    const answer = await notify(request.catch(showNewer(onChanged)));
    if (answer) onChanged(answer.item);
  };
  return (
    <ActionButton
      permission="purchasing.write"
      icon="check"
      small
      pending={pending}
      aria-label={`Place ${formatDraft(draft)}`}
      onClick={() => void place()}
    >
      Place Order
    </ActionButton>
  );
}
