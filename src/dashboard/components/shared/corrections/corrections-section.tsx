import { useState } from 'react';
import { Link } from 'wouter';
import { ActionsHead } from '../../ui/table/actions-head.js';
import { ActionButton } from '../../ui/button.js';
import { useConfirm } from '../../ui/overlay/confirm.js';
import { LoadedContent } from '../../ui/loaded.js';
import { RecordCard } from '../../ui/record-layout.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
import type { Output } from '../../../lib/server/api.js';
import { formatDate, money } from '../../../lib/format.js';
import { Can, useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { Side } from '../../../lib/use-side.js';
import { paymentForm } from '../record/record-paths.js';
import { CorrectionDialog } from './correction-dialog.js';
import styles from './corrections.module.css';

export type Correction = Output<'GET /api/correction'>['items'][number];

interface SectionProps {
  readonly side: Side;
  readonly order: { readonly _id: string; readonly serialNumber: string };
  /** Whether the order's invoice is Paid: only then can a wrong payment be corrected. */
  readonly isPaid: boolean;
}

/** The corrections of what a shop was paid for an order. Shows nothing when there are none and none can be added. */
export function CorrectionsSection(props: SectionProps) {
  return (
    <Can permission="corrections.read">
      <Corrections {...props} />
    </Can>
  );
}

function Corrections({ side, order, isPaid }: SectionProps) {
  const query = useApi('GET /api/correction', { order: order._id, size: 500 });
  const [adding, setAdding] = useState(false);
  const isOffice = side === 'company';
  if (query.data?.items.length === 0 && !(isOffice && isPaid)) return null;
  if (!isPaid && !query.data) return null;
  const add = isOffice && isPaid && (
    <ActionButton permission="corrections.write" icon="plus" onClick={() => setAdding(true)}>
      Add Correction
    </ActionButton>
  );
  return (
    <RecordCard title="Corrections" actions={add}>
      <LoadedContent query={query} lines={2}>
        {({ items, totals }) =>
          items.length === 0 ? (
            <p className="muted">
              Past payments do not change. Add a correction to settle the difference in the next payment.
            </p>
          ) : (
            <CorrectionTable side={side} items={items} total={totals.amount} />
          )
        }
      </LoadedContent>
      {adding && <CorrectionDialog order={order} onClose={() => setAdding(false)} />}
    </RecordCard>
  );
}

interface TableProps {
  readonly side: Side;
  readonly items: readonly Correction[];
  readonly total: number;
}

function CorrectionTable({ side, items, total }: TableProps) {
  const { timeZone } = useMe();
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Corrections">
      <table className={`plain-table ${styles['corrections']}`}>
        <caption className="sr-only">Corrections</caption>
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Created by</th>
            <th scope="col">Payment</th>
            <th scope="col" className="cell-right">
              Amount
            </th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {items.map((correction) => (
            <tr key={correction._id}>
              <th scope="row">{correction.reason}</th>
              <td>
                {correction.madeBy}, {formatDate(correction.createdAt, timeZone)}
              </td>
              <td>
                {correction.payment ? (
                  <Link className="link" href={paymentForm(side, correction.payment._id)}>
                    {correction.payment.paymentNumber} to {correction.shop.name}
                  </Link>
                ) : (
                  'Waiting for the next payment'
                )}
              </td>
              <td className="cell-right">{money(correction.amount)}</td>
              <td className="cell-actions">
                {side === 'company' && !correction.payment && <DeleteCorrection correction={correction} />}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td className="cell-right">{money(total)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function DeleteCorrection({ correction: { _id, amount, reason, order } }: { correction: Correction }) {
  const confirm = useConfirm();
  const { notify } = useNotify('Correction');
  const { send, pending } = useSend('DELETE /api/correction/delete/:id');
  const remove = async () => {
    const record = `${money(amount)} for order ${order.serialNumber}: ${reason}`;
    if (!(await confirm({ message: 'Delete this correction?', record, danger: true }))) return;
    await notify(send({ id: _id }));
  };
  return (
    <ActionButton
      permission="corrections.write"
      pending={pending}
      aria-label={`Delete correction of ${money(amount)}`}
      onClick={() => void remove()}
    >
      Delete
    </ActionButton>
  );
}
