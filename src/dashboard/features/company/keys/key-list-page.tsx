import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { AddLink } from '../../../components/ui/add-link.js';
import { Page } from '../../../components/ui/page.js';
import { countHeading, day, formatMoment } from '../../../lib/format.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { getPaths, type Key, statusLabels } from './key-values.js';

const start = { sorts: ['name', 'maker', 'expiresAt', 'usedAt'], sort: 'name', size: 60 } as const;

const getColumns = (form: string, timeZone: string): readonly ColumnDef<Key>[] => [
  nameColumn(({ _id }) => `${form}?id=${_id}`),
  { field: 'status', header: 'Status', body: ({ status }) => <StatusTag of="key" status={statusLabels[status]} /> },
  { field: 'shop', header: 'Limited to', body: ({ shop }) => shop?.name ?? 'Company' },
  {
    field: 'scopes',
    header: 'Permissions',
    body: ({ scopes, readOnly }) =>
      `${readOnly ? 'Read: ' : ''}${scopes.slice(0, 3).join(', ')}${scopes.length > 3 ? ` and ${scopes.length - 3} more` : ''}`,
  },
  {
    field: 'usedAt',
    header: 'Last used',
    sortable: true,
    body: ({ usedAt }) => formatMoment(usedAt, timeZone) || 'Never',
  },
  {
    field: 'expiresAt',
    header: 'Valid until',
    sortable: true,
    body: ({ expiresAt }) => day(expiresAt) || 'Never expires',
  },
  { field: 'maker', header: 'Created by', sortable: true },
];

/** The API keys that programs sign in with. */
export function KeyListPage() {
  const { role, timeZone } = useMe();
  const { form } = getPaths(role);
  const list = useListState(start);
  const query = useApi('GET /api/keys', list.query);
  return (
    <Page
      title="API Keys"
      heading={countHeading(query.data?.total, 'API Key')}
      actions={
        <AddLink permission="keys.manage" href={`${form}?new=1`}>
          Add API Key
        </AddLink>
      }
    >
      <DataList
        name="keys"
        label="API Keys"
        columns={getColumns(form, timeZone)}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search API keys...' }}
        rowTone={({ status }) => (status === 'expired' || status === 'blocked' ? 'alert' : undefined)}
        empty="No API keys yet. Add one for each program, so that you can revoke it separately."
      />
    </Page>
  );
}
