import { Link } from 'wouter';
import { DataList } from '../../components/data-list.js';
import { LinkButton } from '../../components/link-button.js';
import type { ColumnDef } from '../../components/list-types.js';
import { Page } from '../../components/page.js';
import { count, countHeading, momentOf } from '../../lib/format.js';
import { useMe } from '../../lib/session.js';
import { useApi } from '../../lib/use-api.js';
import { useListState } from '../../lib/use-list-state.js';
import { type ImportRow, importView, kindOf, outcomes } from './import-words.js';
import { UndoImport } from './undo-import.js';

type Column = ColumnDef<ImportRow>;

const counts: readonly Column[] = Object.entries(outcomes).map(([field, header]) => ({
  field,
  header,
  align: 'right',
  body: (row) => count(row.counts[field as keyof typeof outcomes]),
}));

const columnsIn = (timeZone: string): readonly Column[] => [
  {
    field: 'fileName',
    header: 'File',
    fixed: true,
    body: (row) => <Link href={importView(row._id)}>{row.fileName}</Link>,
  },
  { field: 'kind', header: 'Kind', body: kindOf },
  { field: 'by', header: 'Imported by' },
  { field: 'at', header: 'When', body: (row) => momentOf(row.at, timeZone) },
  ...counts,
  { field: 'undoneBy', header: 'Undone by' },
  { field: 'undoneAt', header: 'Undone', hidden: true, body: (row) => momentOf(row.undoneAt, timeZone) },
];

/** What was imported, newest first; what nobody has worked on since can be taken back. */
export function ImportListPage() {
  const list = useListState({ size: 50 });
  const query = useApi('GET /api/imports', { page: list.page, size: list.size });
  const { timeZone } = useMe();
  return (
    <Page title="Imports" heading={countHeading(query.data?.total, 'Import')}>
      <DataList
        name="imports"
        label="Imports"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        pageSizes={[50, 100, 200]}
        actions={(row) => <UndoImport of={row} />}
        empty="Nothing has been imported yet."
        emptyAction={<LinkButton href="/company/orders/add">New orders</LinkButton>}
      />
    </Page>
  );
}
