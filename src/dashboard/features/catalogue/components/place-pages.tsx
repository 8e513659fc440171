import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { PickShopPage } from '../../../components/shared/pickers/pick-shop-page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import type { Category } from './category-form.js';
import { ShedCategoryFilter } from './filters.js';

const start = {
  sorts: ['name', 'priority', 'components'],
  sort: 'priority',
  size: 200,
  filters: { shed: '', shop: '' },
} as const;

const priority: ColumnDef<Category> = { field: 'priority', header: 'Priority', sortable: true, align: 'right' };
const components: ColumnDef<Category> = { field: 'components', header: 'Components', sortable: true, align: 'right' };

/** The component categories, with their number of components in the chosen shed category. */
function usePlaces() {
  const list = useListState(start);
  const { shed, shop: _, ...page } = list.query;
  const query = useApi('GET /api/component/category/', { ...page, ...(shed ? { shedCategory: shed } : {}) });
  return { list, query };
}

/** Builds a query string from the choices, without empty ones. */
const formatChoice = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();

/** The shop whose costs the components are shown with. */
export const ComponentShopsPage = () => (
  <PickShopPage title="Components: Pick a Shop" to="/company/component/category/shop/all" name="component-shops" />
);

/** A shed category's component categories, which link to components at standard costs or a shop's. */
export function CompanyPlacePage() {
  const { list, query } = usePlaces();
  const { filters } = list;
  return (
    <Page title="Components" back="/company/component/category/shops">
      <DataList
        name="component-places"
        label="Component categories"
        columns={[
          nameColumn<Category>((row) => `/company/component/all?${formatChoice({ category: row._id, ...filters })}`),
          priority,
          components,
        ]}
        query={query}
        list={list}
        search={{ placeholder: 'Search categories...' }}
        filters={
          <>
            <ShedCategoryFilter value={filters.shed} onChange={(shed) => list.set({ filters: { ...filters, shed } })} />
            <ShopFilter
              value={filters.shop}
              none="Standard values"
              onChange={(shop) => list.set({ filters: { ...filters, shop } })}
            />
          </>
        }
        empty="No component categories yet."
      />
    </Page>
  );
}

/** A shed category's component categories on a shop's side. */
export function ShopPlacePage() {
  const { list, query } = usePlaces();
  const { shed } = list.filters;
  return (
    <Page title="Components">
      <DataList
        name="shop-component-places"
        label="Component categories"
        columns={[
          nameColumn<Category>((row) => `/shop/component/all?${formatChoice({ category: row._id, shed })}`),
          components,
        ]}
        query={query}
        list={list}
        search={{ placeholder: 'Search categories...' }}
        filters={
          <ShedCategoryFilter value={shed} onChange={(id) => list.set({ filters: { ...list.filters, shed: id } })} />
        }
        empty="No component categories yet."
      />
    </Page>
  );
}
