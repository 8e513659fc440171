import { useMemo } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { Page } from '../../../components/ui/page.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { count, countHeading, formatDate } from '../../../lib/format.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import type { Output } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';

type Choice = Output<'GET /api/orders/choices'>['items'][number];

const kinds: Readonly<Record<string, string>> = { 'add-on': 'Add-on', model: 'Model', dealer: 'Dealer', shop: 'Shop' };

const toColumns = (timeZone: string): readonly ColumnDef<Choice>[] => [
  { field: 'name', header: 'Name in the file', sortable: true, fixed: true },
  { field: 'kind', header: 'Kind', sortable: true, body: ({ kind }) => kinds[kind] ?? kind },
  { field: 'place', header: 'Only for', body: ({ place }) => place ?? '' },
  {
    field: 'chosen',
    header: 'Matched to',
    sortable: true,
    body: ({ chosen, exists }) =>
      exists ? chosen.name : <span className="muted">{`${chosen.name} (deleted, not used)`}</span>,
  },
  { field: 'times', header: 'Times chosen', sortable: true, align: 'right', body: ({ times }) => count(times) },
  { field: 'chosenAt', header: 'Last chosen', sortable: true, body: ({ chosenAt }) => formatDate(chosenAt, timeZone) },
  { field: 'chosenBy', header: 'By', sortable: true },
];

/** The choices of the office that uploads apply automatically; each can be revoked. */
export function RememberedChoicesPage() {
  const list = useListState({
    sorts: ['name', 'kind', 'chosen', 'times', 'chosenAt', 'chosenBy'],
    sort: 'name',
    size: 100,
  });
  const query = useApi('GET /api/orders/choices', list.query);
  const { timeZone } = useMe();
  const columns = useMemo(() => toColumns(timeZone), [timeZone]);
  return (
    <Page
      title="Remembered choices"
      heading={countHeading(query.data?.total, 'Remembered Choice')}
      back="/company/orders/add"
    >
      <p className="muted">
        Uploads use these choices for names that are not in the catalogue. Revoking one does not change existing orders.
      </p>
      <DataList
        name="remembered-choices"
        label="Remembered choices"
        columns={columns}
        query={query}
        list={list}
        search={{ placeholder: 'Search names...' }}
        actions={(row) => <RevokeButton choice={row} />}
        empty="No choices are remembered. Select Remember when you apply a choice above the list of New orders."
      />
    </Page>
  );
}

function RevokeButton({ choice: { _id: id, name, chosen } }: { choice: Choice }) {
  const confirm = useConfirm();
  const { notify } = useNotify('Remembered choice');
  const { send, pending } = useSend('DELETE /api/orders/choices/:id');
  const revoke = async () => {
    const message = 'Are you sure you want to revoke this choice? Later uploads raise the alert again.';
    if (await confirm({ message, record: `“${name}” → ${chosen.name}` })) await notify(send({ id }));
  };
  return (
    <ActionButton
      permission="orders.import"
      small
      pending={pending}
      aria-label={`Revoke ${name}`}
      onClick={() => void revoke()}
    >
      Revoke
    </ActionButton>
  );
}
