import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { call, type Output } from '../../../lib/server/api.js';
import { countHeading } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';

type Category = Output<'GET /api/shed/category'>['items'][number];

const start = { sorts: ['name', 'models'], sort: 'name', size: 60 } as const;
const columns: readonly ColumnDef<Category>[] = [
  nameColumn((row) => `/company/shed/category/shops/all?category=${row._id}`),
  { field: 'models', header: 'Models', sortable: true, align: 'right' },
  {
    field: 'addonParentCategories',
    header: 'Add-on parent categories',
    body: (row) => row.addonParentCategories.map(({ name }) => name).join(', '),
  },
];

/** The shed categories; each name links to its models. */
export function CategoryListPage() {
  const list = useListState(start);
  const query = useApi('GET /api/shed/category', list.query);
  const remove = useSend('DELETE /api/shed/category/delete/:id');
  return (
    <Page
      title="Shed Categories"
      heading={countHeading(query.data?.total, 'Shed Category')}
      actions={
        <>
          <LinkButton href="/company/shed/category/form?copy=1" icon="copy">
            Copy
          </LinkButton>
          <AddLink permission="catalogue.write" href="/company/shed/category/form?new=1">
            Add
          </AddLink>
        </>
      }
    >
      <DataList
        name="shed-categories"
        label="Shed categories"
        columns={columns}
        query={query}
        list={list}
        actions={({ _id, name }) => (
          <>
            <LinkButton href={`/company/shed/category/form?id=${_id}`} label={`Edit ${name}`}>
              Edit
            </LinkButton>
            <DeleteRecord
              inMenu
              permission="catalogue.write"
              call={remove}
              preview={(id) => call('DELETE /api/shed/category/delete/:id', { id }, { preview: true })}
              id={_id}
              record={`shed category ${name}`}
              area="ShedCategory"
            />
          </>
        )}
        empty="No shed categories yet."
      />
    </Page>
  );
}
