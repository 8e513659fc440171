import { ActionButton } from '../../components/ui/button.js';
import { Money } from '../../components/shared/money.js';
import { count } from '../../lib/format.js';
import type { DecidableRecord } from './approval-words.js';
import { changedSince, type TickedRecords } from './selection.js';
import type { RecordDecisions } from './use-decide.js';
import styles from './approvals.module.css';

const NONE_TO_DENY = 'Repair and driver invoices cannot be denied. Approve them or leave them in the list.';

interface DecisionProps {
  readonly decide: RecordDecisions;
}

/** Deny and Approve for the selected rows. */
export function Decisions({ ticked, decide }: DecisionProps & { readonly ticked: TickedRecords }) {
  const noneToDeny = [...ticked.values()].some(({ kind }) => kind === 'invoice') ? null : NONE_TO_DENY;
  return (
    <>
      <ActionButton
        permission="invoices.decide"
        pending={decide.pending}
        disabledReason={noneToDeny}
        onClick={decide.deny}
      >
        Deny selected
      </ActionButton>
      <ApproveSelected decide={decide} />
    </>
  );
}

/** Approve for the selected rows of a list in which nothing can be denied. */
export const ApproveSelected = ({ decide }: DecisionProps) => (
  <ActionButton
    permission="invoices.decide"
    kind="primary"
    pending={decide.pending}
    onClick={() => void decide.approve()}
  >
    Approve selected
  </ActionButton>
);

/** The total of the selected rows, and which of them someone else has changed since. */
export function SelectionTotal({ ticked, rows }: { ticked: TickedRecords; rows: readonly DecidableRecord[] }) {
  const cents = [...ticked.values()].reduce((sum, { grandTotal }) => sum + Math.round(grandTotal.shop * 100), 0);
  const changedRows = changedSince(ticked, rows);
  return (
    <>
      <Money value={cents / 100} />
      {changedRows.length > 0 && (
        <span className={styles['result-kept']}>
          {count(changedRows.length)} changed since you selected them:{' '}
          {changedRows.map(({ invoiceNumber }) => invoiceNumber).join(', ')}
        </span>
      )}
    </>
  );
}
