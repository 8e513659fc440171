import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { PickShopPage } from '../../../components/shared/pickers/pick-shop-page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';

export type Category = Output<'GET /api/itemcategory/'>['items'][number];

const CATEGORIES = '/company/items/shop/all';

/** Whose item values to show: the standard ones, or a shop's. */
export const ItemShopsPage = () => (
  <PickShopPage
    title="Items: Pick a Shop"
    to={CATEGORIES}
    name="item-shops"
    actions={<ImportLink kind="items-for-shops">Import Excel</ImportLink>}
  />
);

const start = { sorts: ['name', 'items'], sort: 'name', size: 500, filters: { shop: '' } } as const;

const categoryColumns = (shop: string): readonly ColumnDef<Category>[] => [
  {
    field: 'name',
    header: 'Name',
    sortable: true,
    fixed: true,
    body: (row) => (
      <RecordLink href={`/company/items/all?category=${row._id}${shop ? `&shop=${shop}` : ''}`}>{row.name}</RecordLink>
    ),
  },
  { field: 'items', header: 'Items', sortable: true, align: 'right' },
];

/** The item categories, each linking to its items at standard values or those of the chosen shop. */
export function ItemCategoriesPage() {
  const list = useListState(start);
  const { shop, ...page } = list.query;
  const query = useApi('GET /api/itemcategory/', page);
  const remove = useSend('DELETE /api/itemcategory/delete/:id');
  return (
    <Page
      title="Item Categories"
      heading={countHeading(query.data?.total, 'Item Category')}
      back="/company/items/shops"
      actions={
        <>
          <ExportButton kind="items" shop={list.filters.shop}>
            Export Excel
          </ExportButton>
          <ImportLink kind="items" shop={list.filters.shop}>
            Import Excel
          </ImportLink>
          <ImportLink kind="items-for-shops">Items for many shops</ImportLink>
          <AddLink permission="catalogue.write" href="/company/items/category/form?new=1">
            Add Category
          </AddLink>
        </>
      }
    >
      <DataList
        name="item-categories"
        label="Item categories"
        columns={categoryColumns(shop ?? '')}
        query={query}
        list={list}
        search={{ placeholder: 'Search categories...' }}
        filters={
          <ShopFilter
            value={list.filters.shop}
            none="Standard values"
            onChange={(shop) => list.set({ filters: { shop } })}
          />
        }
        actions={(row) => (
          <>
            <LinkButton href={`/company/items/category/form?id=${row._id}`} label={`Edit ${row.name}`}>
              Edit
            </LinkButton>
            <DeleteRecord
              inMenu
              permission="catalogue.write"
              call={remove}
              id={row._id}
              record={`item category ${row.name}`}
              area="ItemCategory"
            />
          </>
        )}
        empty="No item categories yet."
      />
    </Page>
  );
}
