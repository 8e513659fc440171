import { useState } from 'react';
import { AddLink } from '../../../components/ui/add-link.js';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { CategoryDialog } from './category-dialog.js';
import type { Category } from './category-form.js';

const start = { sorts: ['name', 'priority', 'components'], sort: 'priority', size: 200 } as const;

const columns: readonly ColumnDef<Category>[] = [
  nameColumn((row) => `/company/component/all?category=${row._id}`),
  { field: 'priority', header: 'Priority', sortable: true, align: 'right' },
  { field: 'components', header: 'Components', sortable: true, align: 'right' },
];

/** The component categories by priority; each name links to its components. */
export function CategoryListPage() {
  const list = useListState(start);
  const query = useApi('GET /api/component/category/', list.query);
  const remove = useSend('DELETE /api/component/category/delete/:id');
  const [edited, setEdited] = useState<Category | null>(null);
  return (
    <Page
      title="Component Categories"
      actions={
        <AddLink permission="catalogue.write" href="/company/component/category/form?new=1">
          Add Category
        </AddLink>
      }
    >
      <DataList
        name="component-categories"
        label="Component categories"
        columns={columns}
        query={query}
        list={list}
        search={{ placeholder: 'Search categories...' }}
        actions={(row) => (
          <>
            <ActionButton permission="catalogue.write" aria-label={`Edit ${row.name}`} onClick={() => setEdited(row)}>
              Edit
            </ActionButton>
            <DeleteRecord
              inMenu
              permission="catalogue.write"
              call={remove}
              id={row._id}
              record={`component category ${row.name}`}
              area="ComponentCategory"
            />
          </>
        )}
        empty="No component categories yet."
      />
      {edited && <CategoryDialog key={edited._id} category={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}
