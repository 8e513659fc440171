import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import type { Output } from '../../../lib/server/api.js';
import { type ApiState, useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';

type Parent = Output<'GET /api/addon-parent-category'>['items'][number];
type Category = Output<'GET /api/addon/category/:id'>['items'][number];

const PARENTS = '/company/addonlabor/parent-categories';
const start = {
  sorts: ['name', 'categories', 'addonParentCategory'],
  sort: 'name',
  size: 60,
  filters: { shop: '' },
} as const;

const parentColumns: readonly ColumnDef<Parent>[] = [
  nameColumn((row) => `${PARENTS}/categories?parent=${row._id}`),
  { field: '_id', header: 'Id', hidden: true },
  { field: 'categories', header: 'Categories', sortable: true, align: 'right' },
];

/** The add-on parent categories; each name links to its categories. */
export function LaborParentsPage() {
  const list = useListState(start);
  const { shop: _, ...page } = list.query;
  const query = useApi('GET /api/addon-parent-category', page);
  return (
    <Page title="Add-on Labor: Parent Categories">
      <DataList
        name="addon-labor-parents"
        label="Add-on parent categories"
        columns={parentColumns}
        query={query}
        list={list}
        search={{ placeholder: 'Search parent categories...' }}
        empty="No add-on parent categories yet. Add them under Add-on Parent Categories."
      />
    </Page>
  );
}

interface CategoriesProps {
  readonly title: string;
  readonly back?: string;
  readonly query: ApiState<{ readonly items: readonly Category[]; readonly total: number }>;
  readonly list: ReturnType<typeof useListState<typeof start>>;
  readonly filters?: ReactNode;
  /** The address that a category links to. */
  readonly to: (category: Category) => string;
}

function Categories({ title, back, query, list, filters, to }: CategoriesProps) {
  const columns: readonly ColumnDef<Category>[] = [
    nameColumn(to),
    {
      field: 'addonParentCategory',
      header: 'Parent Category',
      sortable: true,
      body: (row) => row.addonParentCategory.name,
    },
  ];
  return (
    <Page title={title} {...(back ? { back } : {})}>
      <DataList
        name="addon-labor-categories"
        label="Add-on categories"
        columns={columns}
        query={query}
        list={list}
        search={{ placeholder: 'Search categories...' }}
        filters={filters}
        empty="No add-on categories yet."
      />
    </Page>
  );
}

/** The categories of a parent category; without one, the parent categories. */
export function ParentLaborCategoriesPage() {
  const parent = useRecordAddress().query.get('parent');
  const list = useListState(start);
  const { shop: _, ...page } = list.query;
  const query = useApi('GET /api/addon/category/:id', parent ? { id: parent, ...page } : null);
  if (!parent) return <Redirect to={PARENTS} replace />;
  const name = query.data?.items[0]?.addonParentCategory.name;
  return (
    <Categories
      title={name ? `Add-on Labor: Categories of ${name}` : 'Add-on Labor: Categories'}
      back={PARENTS}
      query={query}
      list={list}
      to={({ _id }) => `${PARENTS}/categories/all?parent=${parent}&category=${_id}`}
    />
  );
}

/** All add-on categories, or those of a shop, each linking to its labor at standard values or the shop's. */
export function LaborCategoriesPage() {
  const list = useListState(start);
  const { shop, ...page } = list.query;
  const query = useApi('GET /api/addon/category/all', { ...page, ...(shop ? { shop } : {}) });
  return (
    <Categories
      title="Add-on Labor: Categories"
      query={query}
      list={list}
      filters={<ShopFilter value={list.filters.shop} onChange={(shop) => list.set({ filters: { shop } })} />}
      to={({ _id }) => `/company/addonlabor/all?category=${_id}${shop ? `&shop=${shop}` : ''}`}
    />
  );
}

/** The add-on categories on a shop's side. */
export function ShopLaborCategoriesPage() {
  const list = useListState(start);
  const { shop: _, ...page } = list.query;
  const query = useApi('GET /api/addon/category/all', page);
  return (
    <Categories
      title="Add-on Labor Categories"
      query={query}
      list={list}
      to={({ _id }) => `/shop/addonlabor/all?category=${_id}`}
    />
  );
}
