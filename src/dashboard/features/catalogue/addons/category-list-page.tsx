import { useState } from 'react';
import { Redirect } from 'wouter';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { countHeading } from '../../../lib/format.js';
import { type ApiState, useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { CategoryDialog } from './category-dialog.js';
import { CopyParentDialog } from './parent-dialogs.js';
import type { Category } from './addon-words.js';

const start = {
  sorts: ['name', 'addOns', 'addonParentCategory'],
  sort: 'name',
  size: 60,
  filters: { shop: '' },
} as const;

const columnsTo = (addOns: (row: Category) => string): readonly ColumnDef<Category>[] => [
  nameColumn(addOns),
  {
    field: 'addonParentCategory',
    header: 'Parent Category',
    sortable: true,
    body: (row) => row.addonParentCategory.name,
  },
  { field: 'addOns', header: 'Add-ons', sortable: true, align: 'right' },
];

interface CategoriesProps {
  /** The parent category, if the list is of one. */
  readonly of: string | undefined;
  readonly query: ApiState<{ items: readonly Category[]; total: number }>;
  readonly list: ReturnType<typeof useListState<typeof start>>;
  readonly parent: string | null;
  readonly back?: string;
}

/** The office's categories, each linking to its add-ons at standard values or those of the chosen shop. */
function Categories({ of, query, list, parent, back }: CategoriesProps) {
  const remove = useSend('DELETE /api/addon/category/delete/:id');
  const [open, setOpen] = useState<Category | 'new' | 'copy' | null>(null);
  const close = () => setOpen(null);
  const count = countHeading(query.data?.total, 'Add-on Category');
  const end = list.filters.shop ? `&shop=${list.filters.shop}` : '';
  return (
    <Page
      title="Add-on Categories"
      heading={of ? `${count} of ${of}` : count}
      {...(back ? { back } : {})}
      actions={
        <>
          <ActionButton permission="catalogue.write" icon="copy" onClick={() => setOpen('copy')}>
            Copy all categories and addons
          </ActionButton>
          <ActionButton permission="catalogue.write" kind="primary" icon="plus" onClick={() => setOpen('new')}>
            Add Category
          </ActionButton>
        </>
      }
    >
      <DataList
        name="addon-categories"
        label="Add-on categories"
        columns={columnsTo((row) => `/company/addon/all?category=${row._id}${end}`)}
        query={query}
        list={list}
        search={{ placeholder: 'Search categories...' }}
        filters={<ShopFilter value={list.filters.shop} onChange={(shop) => list.set({ filters: { shop } })} />}
        actions={(row) => (
          <>
            <ActionButton permission="catalogue.write" aria-label={`Edit ${row.name}`} onClick={() => setOpen(row)}>
              Edit
            </ActionButton>
            <DeleteRecord
              inMenu
              permission="catalogue.write"
              call={remove}
              id={row._id}
              record={`add-on category ${row.name}`}
              area="AddonCategory"
            />
          </>
        )}
        empty="No add-on categories yet."
      />
      {open === 'copy' && <CopyParentDialog parent={parent} onClose={close} />}
      {open !== null && open !== 'copy' && (
        <CategoryDialog category={open === 'new' ? null : open} parent={parent} onClose={close} />
      )}
    </Page>
  );
}

/** The categories of one parent category; without one, the parent categories. */
export function ParentCategoriesPage() {
  const { query: address } = useRecordAddress();
  const parent = address.get('parent');
  const list = useListState(start);
  const { shop: _, ...page } = list.query;
  const query = useApi('GET /api/addon/category/:id', parent ? { id: parent, ...page } : null);
  if (!parent) return <Redirect to="/company/addon/parent-categories" replace />;
  return (
    <Categories
      of={query.data?.items[0]?.addonParentCategory.name}
      query={query}
      list={list}
      parent={parent}
      back="/company/addon/parent-categories"
    />
  );
}

/** All add-on categories, at standard values or a shop's. */
export function CompanyCategoriesPage() {
  const list = useListState(start);
  const { shop, ...page } = list.query;
  const query = useApi('GET /api/addon/category/all', { ...page, ...(shop ? { shop } : {}) });
  return <Categories of={undefined} query={query} list={list} parent={null} />;
}

/** The add-on categories on a shop's side. */
export function ShopCategoriesPage() {
  const list = useListState(start);
  const { shop: _, ...page } = list.query;
  const query = useApi('GET /api/addon/category/all', page);
  return (
    <Page title="Add-on Categories" heading={countHeading(query.data?.total, 'Add-on Category')}>
      <DataList
        name="shop-addon-categories"
        label="Add-on categories"
        columns={columnsTo((row) => `/shop/addon/all?category=${row._id}`)}
        query={query}
        list={list}
        search={{ placeholder: 'Search categories...' }}
        empty="No add-on categories yet."
      />
    </Page>
  );
}
