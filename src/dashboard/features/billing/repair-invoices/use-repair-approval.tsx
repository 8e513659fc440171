import type { ReactNode } from 'react';
import type { Selection } from '../../../components/shared/list/list-types.js';
import { ApproveSelected, SelectionTotal } from '../decisions.js';
import { useDecidable } from '../use-decidable.js';
import type { RepairRow } from './repair-types.js';

interface RepairApproval {
  /** The properties that make rows of the invoice list selectable. */
  readonly list: { readonly selection?: Selection<RepairRow>; readonly bulk?: ReactNode };
  readonly dialog: ReactNode;
}

const kinds = { Repair: 'repair', Driver: 'driver' } as const;

/** Approves selected New repair or driver invoices together; empty for lists in which none wait. */
export function useRepairApproval(isWaiting: boolean, rows: readonly RepairRow[]): RepairApproval {
  const decidable = rows.map((row) => ({
    ...row,
    kind: kinds[row.type],
    changes: [],
    grandTotal: { shop: row.invoiceTotal },
  }));
  const { ticked, decide, selection } = useDecidable(decidable);
  if (!isWaiting) return { list: {}, dialog: null };
  return {
    list: {
      selection: {
        ...selection,
        getName: (row) => `invoice ${row.invoiceNumber} of ${row.shop.name}`,
        disabledReason: ({ status }) => (status === 'New' ? null : 'Only New invoices can be approved.'),
      },
      bulk: (
        <>
          <SelectionTotal ticked={ticked} rows={decidable} />
          <ApproveSelected decide={decide} />
        </>
      ),
    },
    dialog: decide.dialog,
  };
}
