import { useState } from 'react';
import { AddLink } from '../../../components/ui/add-link.js';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { ComponentCategoryFilter, ShedCategoryFilter } from './filters.js';
import { MassUpdateDialog } from './mass-update-dialog.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

type Component = Output<'GET /api/component/:category/:shedCategory/:shop'>['items'][number];

const start = {
  sorts: ['name', 'category', 'shedCategory', 'componentStandardTotalCost', 'componentShopTotalCost'],
  size: 60,
  filters: { category: '', shed: '', shop: '' },
} as const;

const name = (form: string): ColumnDef<Component> => nameColumn((row) => `${form}?id=${row._id}`);
const category: ColumnDef<Component> = {
  field: 'category',
  header: 'Category',
  sortable: true,
  body: (row) => row.category.name,
};
const shedCategory: ColumnDef<Component> = {
  field: 'shedCategory',
  header: 'Shed Category',
  sortable: true,
  body: (row) => row.shedCategory.name,
};
const standardCost: ColumnDef<Component> = {
  field: 'componentStandardTotalCost',
  header: 'Standard Cost',
  sortable: true,
  align: 'right',
  body: (row) => <Money value={row.componentStandardTotalCost} />,
};
const shopCost: ColumnDef<Component> = {
  field: 'componentShopTotalCost',
  header: 'Shop Cost',
  sortable: true,
  align: 'right',
  body: (row) => <Money value={row.componentShopTotalCost} />,
};
const metal: ColumnDef<Component> = {
  field: 'metalPackage',
  header: 'Metal Package',
  hidden: true,
  body: (row) => formatYesNo(row.metalPackage),
};

/** The components of a category and a shed category, or all of them if none is chosen, and the columns that distinguish them. */
function useComponents() {
  const list = useListState(start);
  const { filters } = list;
  const { category: _, shed: __, shop: ___, ...page } = list.query;
  const place = {
    category: filters.category || 'all',
    shedCategory: filters.shed || 'all',
    shop: filters.shop || 'all',
  };
  const query = useApi('GET /api/component/:category/:shedCategory/:shop', { ...place, ...page });
  const [first] = query.data?.items ?? [];
  const of = [filters.category && first?.category.name, filters.shed && first?.shedCategory.name].filter(Boolean);
  const count = countHeading(query.data?.total, 'Component');
  return {
    list,
    query,
    heading: of.length > 0 ? `${of.join(', ')}: ${count}` : count,
    places: [...(filters.category ? [] : [category]), ...(filters.shed ? [] : [shedCategory])],
    put: (change: Partial<typeof filters>) => list.set({ filters: { ...filters, ...change } }),
  };
}

/** The company's components with standard costs, or a shop's costs if one is chosen. */
export function CompanyComponentsPage() {
  const { list, query, heading, places, put } = useComponents();
  const { filters } = list;
  const remove = useSend('DELETE /api/component/delete/:id');
  const [updating, setUpdating] = useState(false);
  const isNarrow = filters.category !== '' && filters.shed !== '';
  const search = new URLSearchParams({ new: '1', category: filters.category, shed: filters.shed }).toString();
  return (
    <Page
      title="Components"
      heading={heading}
      back="/company/component/category/shop/all"
      actions={
        <>
          <ActionButton
            permission="catalogue.write"
            disabledReason={isNarrow ? null : 'Choose a category and a shed category first.'}
            onClick={() => setUpdating(true)}
          >
            Update Shed Categories
          </ActionButton>
          <ExportButton kind="component-bom" category={filters.category}>
            BOM export
          </ExportButton>
          <ImportLink kind="component-bom" category={filters.category}>
            BOM import
          </ImportLink>
          <AddLink permission="catalogue.write" href={`/company/component/form?${search}`}>
            Add Component
          </AddLink>
        </>
      }
    >
      <DataList
        name="components"
        label="Components"
        columns={[
          name('/company/component/form'),
          { field: '_id', header: 'Id', hidden: true },
          ...places,
          standardCost,
          ...(filters.shop ? [shopCost] : []),
          metal,
        ]}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search components...' }}
        filters={
          <>
            <ComponentCategoryFilter value={filters.category} onChange={(id) => put({ category: id })} />
            <ShedCategoryFilter value={filters.shed} onChange={(shed) => put({ shed })} />
            <ShopFilter value={filters.shop} none="Standard values" onChange={(shop) => put({ shop })} />
          </>
        }
        actions={({ _id, name: recordName }) => (
          <DeleteRecord
            inMenu
            permission="catalogue.write"
            call={remove}
            id={_id}
            record={`component ${recordName}`}
            area="Component"
          />
        )}
        empty="No components here yet."
      />
      {updating && (
        <MassUpdateDialog category={filters.category} shedCategory={filters.shed} onClose={() => setUpdating(false)} />
      )}
    </Page>
  );
}

/** The components with costs at standard values and at the shop's own. */
export function ShopComponentsPage() {
  const { list, query, heading, places, put } = useComponents();
  const { filters } = list;
  return (
    <Page title="Components" heading={heading} back="/shop/component/category/all">
      <DataList
        name="shop-components"
        label="Components"
        columns={[name('/shop/component/form'), ...places, standardCost, shopCost]}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search components...' }}
        filters={
          <>
            <ComponentCategoryFilter value={filters.category} onChange={(id) => put({ category: id })} />
            <ShedCategoryFilter value={filters.shed} onChange={(shed) => put({ shed })} />
          </>
        }
        empty="No components here yet."
      />
    </Page>
  );
}
