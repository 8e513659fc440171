import { type ReactNode, useState } from 'react';
import type { Decision } from '../../../domain/billing/approvals/rules.js';
import { useConfirm } from '../../components/ui/overlay/confirm.js';
import { useToast } from '../../components/ui/overlay/toast.js';
import type { Output } from '../../lib/server/api.js';
import { count, countHeading } from '../../lib/format.js';
import { describeFailure } from '../../lib/server/failure.js';
import { useSend } from '../../lib/server/use-api.js';
import { DenyDialog } from './deny-dialog.js';
import { Changes } from './approval-changes.js';
import { summarize, type DecidableRecord } from './approval-words.js';
import { ResultsDialog } from './results-dialog.js';
import type { TickedRecords } from './selection.js';

type DecisionAnswer = Output<'POST /api/approvals/decide'>;

/**
 * Decides the selected records; `onDone` is called when the server has answered for each of them. Approving asks first
 * only if an Adjusted invoice is among them, because an undo could not restore that status; otherwise the toast has
 * Undo.
 */
export function useDecide(ticked: TickedRecords, onDone: () => void) {
  const confirm = useConfirm();
  const toast = useToast();
  const reopen = useReopen();
  const { send, pending } = useSend('POST /api/approvals/decide');
  const [denying, setDenying] = useState(false);
  const [decided, setDecided] = useState<{ rows: TickedRecords; answer: DecisionAnswer } | null>(null);
  const rows = [...ticked.values()];
  const decide = async (decision: Decision, reason?: string): Promise<void> => {
    const canReopen = decision === 'Approved' && rows.every(isNew);
    try {
      const records = rows.map(({ kind, _id, revision }) => ({ kind, _id, revision }));
      const answer = await send({ decision, records, ...(reason ? { reason } : {}) });
      onDone();
      if (answer.done === rows.length) toast.success(answer.msg, canReopen ? () => void reopen(answer) : undefined);
      else setDecided({ rows: ticked, answer });
    } catch (error) {
      toast.error(describeFailure('Approvals', error));
      throw error;
    }
  };
  const approveAll = () => decide('Approved').catch(() => undefined); // a toast shows the error
  const approve = async () => {
    if (rows.every(isNew)) return approveAll();
    const message = rows.length === 1 ? 'Approve Invoice?' : `Approve ${count(rows.length)} Invoices?`;
    const details = <AdjustedRows rows={rows} />;
    if (await confirm({ message, record: summarize(rows), details })) await approveAll();
  };
  const dialog: ReactNode = (
    <>
      {denying && (
        <DenyDialog
          record={deniedText(rows)}
          onDeny={(reason) => decide('Denied', reason)}
          onClose={() => setDenying(false)}
        />
      )}
      {decided && <ResultsDialog {...decided} onClose={() => setDecided(null)} />}
    </>
  );
  return { approve, deny: () => setDenying(true), pending, dialog };
}

const isNew = ({ status }: DecidableRecord): boolean => status === 'New';

/** Sets invoices that were approved together back to New. */
function useReopen() {
  const toast = useToast();
  const invoice = useSend('PUT /api/invoice/update/:id');
  const repair = useSend('PUT /api/repairinvoice/update/:id');
  return async ({ results }: DecisionAnswer) => {
    const change = { status: 'New', originalStatus: 'Approved' } as const;
    try {
      for (const { _id: id, kind, now } of results) {
        const revision = now?.revision;
        if (kind === 'invoice') await invoice.send({ id, revision, ...change });
        else await repair.send({ id, revision, ...change });
      }
      toast.info(`${countHeading(results.length, 'Invoice')} set back to New`);
    } catch (error) {
      toast.error(describeFailure('Approvals', error));
    }
  };
}

/** What was changed since the denial of the invoices waiting again. */
function AdjustedRows({ rows }: { rows: readonly DecidableRecord[] }) {
  const adjustedRows = rows.filter(({ changes }) => changes.length > 0);
  return adjustedRows.map(({ _id, invoiceNumber, changes }) => (
    <div key={_id}>
      <p>Changes to invoice {invoiceNumber} since it was denied:</p>
      <Changes texts={changes} />
    </div>
  ));
}

export type RecordDecisions = ReturnType<typeof useDecide>;

/** What a denial covers, and which records of it cannot be denied. */
function deniedText(rows: readonly DecidableRecord[]): string {
  const deniable = rows.filter(({ kind }) => kind === 'invoice');
  const keptCount = rows.length - deniable.length;
  if (keptCount === 0) return summarize(rows);
  const bills =
    keptCount === 1
      ? '1 repair or driver invoice cannot be denied and will not change.'
      : `${count(keptCount)} repair or driver invoices cannot be denied and will not change.`;
  return `${summarize(deniable)}. ${bills}`;
}
