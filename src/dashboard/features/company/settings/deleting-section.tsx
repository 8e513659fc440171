import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { Section } from '../../../components/ui/section.js';
import { RemoveSample } from '../../../components/shared/sample/remove-sample.js';
import { ShopSelect } from '../../../components/shared/pickers/shop-select.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { call, type Preview } from '../../../lib/server/api.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { count, formatMoment } from '../../../lib/format.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { Company } from './company-values.js';

type ClearingResult = Preview<'POST /api/settings/delete/inventorylabor'>;

const inWords = ({ items, counts, orderPoints, shedLabor, addOnLabor }: ClearingResult): string =>
  `${count(items)} item values (${count(counts)} with stock counts, ${count(orderPoints)} with order points), ${count(shedLabor)} shed labor values and ${count(addOnLabor)} add-on labor values`;

/** Deletions reserved for super admins: the values of shops, and the company. */
export function DeletingSection({ company }: { company: Company }) {
  const [shop, setShop] = useState('');
  const remove = useSend('DELETE /api/company/delete/:id');
  const { clear, pending } = useClearing(shop);
  return (
    <Section title="Deleting">
      <p className="muted">
        Deletes the inventory and labor values of one shop or all shops, with their stock counts and order points.
        Standard values apply again.
      </p>
      <span className="row">
        <ShopSelect value={shop} onChange={setShop} none="All shops" />
        <ActionButton permission="company.manage" kind="danger" pending={pending} onClick={() => void clear()}>
          Delete Inventory and Labor Items
        </ActionButton>
      </span>
      <UndoableDeletions />
      <Sample />
      <p className="muted">You can delete the company only when it has no shops, orders, catalogue or other users.</p>
      <span className="row">
        <DeleteRecord
          permission="company.manage"
          call={remove}
          id={company._id}
          record={`company ${company.name}`}
          area="Company"
          label="Delete Company"
        />
      </span>
    </Section>
  );
}

/** Removes the sample catalogue, if any of it is left. */
function Sample() {
  const { isAllowed } = useCan('sample.manage', { write: true });
  const { data } = useApi('GET /api/firstrun', isAllowed ? {} : null);
  if (!data || data.sample === 'none') return null;
  return (
    <>
      <p className="muted">Removes the sample catalogue, except records that an order uses or that you have changed.</p>
      <span className="row">
        <RemoveSample kind="danger" />
      </span>
    </>
  );
}

/** The deletions that can be undone. */
function UndoableDeletions() {
  const { isAllowed } = useCan('company.manage');
  const { timeZone } = useMe();
  const { notify } = useNotify('Settings');
  const query = useApi('GET /api/settings/cleared', isAllowed ? {} : null);
  const { send, pending } = useSend('POST /api/settings/cleared/:id/restore');
  if (!query.data || query.data.items.length === 0) return null;
  return (
    <PlainTable
      label="Deletions that can be undone"
      columns={[{ header: 'Deleted' }, { header: 'By' }, { header: 'Shop' }, { header: 'Values', align: 'right' }]}
      rows={query.data.items.map(({ _id, at, by, shop, items, shedLabor, addOnLabor }) => ({
        key: _id,
        cells: [formatMoment(at, timeZone), by, shop?.name ?? 'All shops', count(items + shedLabor + addOnLabor)],
        actions: (
          <ActionButton
            permission="company.manage"
            pending={pending}
            aria-label={`Undo the deletion on ${formatMoment(at, timeZone)}`}
            onClick={() => void notify(send({ id: _id }))}
          >
            Undo
          </ActionButton>
        ),
      }))}
    />
  );
}

function useClearing(shop: string) {
  const confirm = useConfirm();
  const toast = useToast();
  const { send, pending } = useSend('POST /api/settings/delete/inventorylabor');
  const body = { confirm: 'delete', ...(shop ? { shop } : {}) } as const;
  const clear = async () => {
    try {
      const preview = await call('POST /api/settings/delete/inventorylabor', body, { preview: true });
      const message = `Delete ${shop ? "this shop's" : "every shop's"} inventory and labor values? Stock counts and order points are deleted too. You can undo this.`;
      const record = inWords(preview);
      if (!(await confirm({ message, record, yes: 'Delete values', danger: true }))) return;
      toast.success((await send(body)).msg);
    } catch (error) {
      toast.error(describeFailure('Settings', error));
    }
  };
  return { clear, pending };
}
