import { Link } from 'wouter';
import { AddLink } from '../../components/ui/add-link.js';
import { DataList } from '../../components/shared/list/data-list.js';
import { LinkButton } from '../../components/shared/link-button.js';
import type { ColumnDef } from '../../components/shared/list/list-types.js';
import { Page } from '../../components/ui/page.js';
import { countHeading, formatMoment } from '../../lib/format.js';
import type { Side } from '../../lib/use-side.js';
import { Can, useMe } from '../../lib/server/session.js';
import { useApi } from '../../lib/server/use-api.js';
import { useListState } from '../../lib/list/use-list-state.js';
import { useSide } from '../../lib/use-side.js';
import { countsText, type ImportRow, importView, getKind, getOutcomes } from './import-words.js';
import { UndoImport } from './undo-import.js';

type Column = ColumnDef<ImportRow>;

const columnsIn = (side: Side, timeZone: string): readonly Column[] => [
  {
    field: 'fileName',
    header: 'File',
    fixed: true,
    body: (row) => <Link href={importView(side, row._id)}>{row.fileName}</Link>,
  },
  { field: 'kind', header: 'Kind', body: getKind },
  { field: 'counts', header: 'Rows', body: (row) => countsText(Object.fromEntries(getOutcomes(row))) },
  { field: 'by', header: 'Imported by' },
  { field: 'at', header: 'When', body: (row) => formatMoment(row.at, timeZone) },
  { field: 'undoneBy', header: 'Undone by' },
  { field: 'undoneAt', header: 'Undone', hidden: true, body: (row) => formatMoment(row.undoneAt, timeZone) },
];

/** Lists imports, newest first. An import can be undone while its records are unchanged. */
export function ImportListPage() {
  const side = useSide();
  const list = useListState({ size: 50 });
  const query = useApi('GET /api/imports', { page: list.page, size: list.size });
  const { timeZone } = useMe();
  return (
    <Page
      title="Imports"
      heading={countHeading(query.data?.total, 'Import')}
      actions={
        <Can permission="imports.apply">
          <AddLink permission="imports.apply" href={`/${side}/import/new`}>
            Import Excel
          </AddLink>
        </Can>
      }
    >
      <DataList
        name="imports"
        label="Imports"
        columns={columnsIn(side, timeZone)}
        query={query}
        list={list}
        pageSizes={[50, 100, 200]}
        actions={(row) => <UndoImport of={row} />}
        empty="No imports yet."
        emptyAction={
          side === 'company' ? (
            <LinkButton href="/company/orders/add">New orders</LinkButton>
          ) : (
            <LinkButton href="/shop/import/new">Import Excel</LinkButton>
          )
        }
      />
    </Page>
  );
}
