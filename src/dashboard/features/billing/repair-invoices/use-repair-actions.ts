import { useState } from 'react';
import type { RepairStatus } from '../../../../domain/billing/repair-invoices/status.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { money } from '../../../lib/format.js';
import { useRefresh, useSend } from '../../../lib/server/use-api.js';
import type { ActedOn } from './repair-types.js';

type RepairAct = RepairStatus | 'delete';

/** The actions for an invoice. Each asks for confirmation, reports the result, and returns whether it was done. */
export interface RepairActions {
  readonly move: (invoice: ActedOn, to: RepairStatus) => Promise<boolean>;
  readonly remove: (invoice: ActedOn) => Promise<boolean>;
  readonly isDoing: (invoice: ActedOn, act: RepairAct) => boolean;
}

/** The questions before an invoice is approved or reopened; marking it Paid has its own dialog. */
export const formatQuestion = (to: RepairStatus): string =>
  to === 'Approved' ? 'Approve Invoice?' : 'The Status of this Invoice will change to New.';

/** Describes an invoice: `Repair Invoice 1042 of North Shop, $120.00`. */
export const repairName = ({ type, invoiceNumber, shop, invoiceTotal }: ActedOn): string =>
  `${type} Invoice ${invoiceNumber} of ${shop.name}, ${money(invoiceTotal)}`;

export function useRepairActions(): RepairActions {
  const confirm = useConfirm();
  const { notify } = useNotify('RepairInvoice');
  const refresh = useRefresh();
  const change = useSend('PUT /api/repairinvoice/update/:id');
  const deletion = useSend('DELETE /api/repairinvoice/delete/:id');
  const [doing, setDoing] = useState<string | null>(null);
  const toKey = (invoice: ActedOn, act: RepairAct) => `${invoice._id} ${act}`;
  const run = async (invoice: ActedOn, act: RepairAct, send: () => Promise<{ msg: string }>) => {
    const key = toKey(invoice, act);
    setDoing(key);
    const isDone = (await notify(send())) !== null;
    if (!isDone) await refresh(['repairs']); // until then it would be refused again
    setDoing((now) => (now === key ? null : now)); // another action may have begun
    return isDone;
  };
  return {
    move: async (invoice, status) => {
      const { _id: id, status: originalStatus, revision } = invoice;
      if (!(await confirm({ message: formatQuestion(status), record: repairName(invoice) }))) return false;
      return run(invoice, status, () => change.send({ id, status, originalStatus, revision }));
    },
    remove: async (invoice) => {
      const message = 'Are you sure you want to Delete this Invoice.';
      if (!(await confirm({ message, record: repairName(invoice), danger: true }))) return false;
      return run(invoice, 'delete', () => deletion.send({ id: invoice._id }));
    },
    isDoing: (invoice, act) => doing === toKey(invoice, act),
  };
}
