import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import type { Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { ProposalRow } from './proposal-words.js';
import styles from './proposals.module.css';

type RefusedProposals = Output<'PUT /api/proposals/accept'>['refused'];

export interface DecideProposals {
  /** Accepts all possible changes of the proposals, or only those with these keys of a single one. */
  readonly accept: (rows: readonly ProposalRow[], keys?: readonly string[]) => Promise<void>;
  readonly decline: (rows: readonly ProposalRow[]) => Promise<void>;
  readonly undo: (row: ProposalRow) => Promise<void>;
  readonly pending: boolean;
  /** Render it once per screen. */
  readonly dialog: ReactNode;
}

/**
 * Decides proposals. A decision about a single one can be undone from its toast; proposals that could not be decided
 * are listed.
 */
export function useDecideProposals(onDone: () => void): DecideProposals {
  const toast = useToast();
  const { report } = useNotify('Proposals');
  const accepting = useSend('PUT /api/proposals/accept');
  const declining = useSend('PUT /api/proposals/decline');
  const undoing = useSend('POST /api/proposals/:id/undo');
  const [refusedProposals, setRefusedProposals] = useState<RefusedProposals>([]);
  const undo = (row: ProposalRow) =>
    report(async () => {
      const { msg } = await undoing.send({ id: row._id });
      toast.success(msg);
      onDone();
    });
  const show = (
    { msg, decided, refused: refusals }: Output<'PUT /api/proposals/accept'>,
    rows: readonly ProposalRow[],
  ) => {
    const [only] = rows;
    if (decided > 0) toast.success(msg, rows.length === 1 && only ? () => void undo(only) : undefined);
    setRefusedProposals(refusals);
    onDone();
  };
  return {
    accept: (rows, keys) =>
      report(async () => {
        const items = rows.map(({ _id }) => ({ id: _id, ...(keys ? { keys: [...keys] } : {}) }));
        show(await accepting.send({ items }), rows);
      }),
    decline: (rows) => report(async () => show(await declining.send({ ids: rows.map(({ _id }) => _id) }), rows)),
    undo,
    pending: accepting.pending || declining.pending || undoing.pending,
    dialog: refusedProposals.length > 0 && (
      <Dialog title="Not Accepted" onClose={() => setRefusedProposals([])}>
        <ul className={styles['refused']}>
          {refusedProposals.map(({ _id, serialNumber, reason }) => (
            <li key={_id}>
              <strong>{serialNumber}</strong>: {reason}.
            </li>
          ))}
        </ul>
      </Dialog>
    ),
  };
}
