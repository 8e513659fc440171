import { useState } from 'react';
import { Redirect } from 'wouter';
import { addOnLaborSorts, shopLaborSorts } from '../../../../domain/catalogue/addon-labor/schema.js';
import { AddLink } from '../../../components/ui/add-link.js';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import type { Output } from '../../../lib/server/api.js';
import { type ApiState, useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { CopyDialog } from './copy-dialog.js';
import { laborAmount } from './labor-words.js';

type Labor = Output<'GET /api/addonlabor/:id'>['items'][number];
type ShopLabor = Output<'GET /api/addonlabor/shop/:id'>['items'][number];

const start = {
  sorts: [...addOnLaborSorts, ...shopLaborSorts],
  sort: 'name',
  size: 60,
  filters: { shop: '' },
} as const;

const getForm =
  (form: string, end = '') =>
  ({ _id }: { readonly _id: string }) =>
    `${form}?id=${_id}${end}`;
const standardAmount = <R extends Labor>(header: string): ColumnDef<R> => ({
  field: 'standardLaborTotal',
  header,
  sortable: true,
  align: 'right',
  body: (row) => laborAmount(row.standardLaborType, row.standardLaborTotal),
});

const FORM = '/company/addonlabor/form';
const standardColumns: readonly ColumnDef<Labor>[] = [
  nameColumn<Labor>(getForm(FORM)),
  { field: 'standardLaborType', header: 'Labor Type', sortable: true },
  standardAmount('Labor'),
];
const categoryColumn: ColumnDef<Labor> = {
  field: 'category',
  header: 'Category',
  sortable: true,
  body: (row) => row.category?.name,
};
const ownColumns: readonly ColumnDef<ShopLabor>[] = [
  { field: 'laborType', header: 'Labor Type', sortable: true },
  {
    field: 'laborTotal',
    header: 'Labor Amount',
    sortable: true,
    align: 'right',
    body: (row) => laborAmount(row.laborType, row.laborTotal),
  },
  { field: 'own', header: 'Values', body: (row) => (row.own ? 'Own' : 'Standard') },
];

type Answer<R> = ApiState<{ readonly items: readonly R[]; readonly total: number }>;

/** The office's view of a category's labor, at standard values or a shop's; without a category, of all labor. */
function useLabor(category: string | null) {
  const list = useListState(start);
  const { shop = '', ...page } = list.query;
  const one = category && !shop ? { id: category, ...page } : null;
  const ofCategory = useApi('GET /api/addonlabor/:id', one);
  const all = useApi('GET /api/addonlabor/standard/all', category ? null : page);
  const ofShop = useApi('GET /api/addonlabor/shop/:id', category && shop ? { id: category, shop, ...page } : null);
  const query: Answer<Labor | ShopLabor> = !category ? all : shop ? ofShop : ofCategory;
  return { list, shop: category ? shop : '', query };
}

function OfficeLabor({ back }: { back: string }) {
  const category = useRecordAddress().query.get('category');
  const { list, shop, query } = useLabor(category);
  const remove = useSend('DELETE /api/addonlabor/delete/:id');
  const [copying, setCopying] = useState(false);
  const name = category && query.data?.items[0]?.category?.name;
  const ofShop = [
    nameColumn<ShopLabor>(getForm(FORM, `&shop=${shop}`)),
    ...ownColumns,
    standardAmount<ShopLabor>('Standard'),
  ];
  const standard = category ? standardColumns : [...standardColumns, categoryColumn];
  return (
    <Page
      title="Add-on Labor"
      heading={name ? `Add-on Labor of ${name}` : 'Add-on Labor'}
      back={back}
      actions={
        <>
          <ActionButton permission="catalogue.write" icon="copy" onClick={() => setCopying(true)}>
            Copy
          </ActionButton>
          <AddLink permission="catalogue.write" href={`${FORM}?new=1${category ? `&category=${category}` : ''}`}>
            Add
          </AddLink>
        </>
      }
    >
      <DataList
        name={shop ? 'shop-addon-labor' : 'addon-labor'}
        label="Add-on labor"
        columns={(shop ? ofShop : standard) as readonly ColumnDef<Labor>[]} // with a shop, every row has its values
        query={query}
        list={list}
        search={{ placeholder: 'Search add-on labor...' }}
        filters={
          category && (
            <ShopFilter value={shop} none="Standard values" onChange={(shop) => list.set({ filters: { shop } })} />
          )
        }
        actions={(row) => (
          <DeleteRecord
            inMenu
            permission="catalogue.write"
            call={remove}
            id={row._id}
            record={`add-on labor ${row.name}`}
            area="AddonLabor"
          />
        )}
        empty={category ? 'No add-on labor in this category yet.' : 'No add-on labor yet. Add the first one.'}
      />
      {copying && <CopyDialog from={category ?? ''} onClose={() => setCopying(false)} />}
    </Page>
  );
}

/** The labor of a category, or all labor. */
export const CompanyLaborPage = () => <OfficeLabor back="/company/addonlabor/categories" />;

/** The labor of a category opened from its parent category. */
export function ParentCategoryLaborPage() {
  const parent = useRecordAddress().query.get('parent');
  const parents = '/company/addonlabor/parent-categories';
  return <OfficeLabor back={parent ? `${parents}/categories?parent=${parent}` : parents} />;
}

const CATEGORIES = '/shop/addonlabor/categories';
const shopColumns = [
  nameColumn<ShopLabor>(getForm('/shop/addonlabor/form')),
  ...ownColumns,
  standardAmount<ShopLabor>('Standard'),
];

/** The labor of a category at this shop's values; without a category, the categories. */
export function ShopLaborPage() {
  const category = useRecordAddress().query.get('category');
  const list = useListState(start);
  const { shop: _, ...page } = list.query;
  const query = useApi('GET /api/addonlabor/shop/:id', category ? { id: category, ...page } : null);
  if (!category) return <Redirect to={CATEGORIES} replace />;
  const name = query.data?.items[0]?.category?.name;
  return (
    <Page title="Add-on Labor" heading={name ? `Add-on Labor of ${name}` : 'Add-on Labor'} back={CATEGORIES}>
      <DataList
        name="own-addon-labor"
        label="Add-on labor"
        columns={shopColumns}
        query={query}
        list={list}
        search={{ placeholder: 'Search add-on labor...' }}
        empty="No add-on labor in this category yet."
      />
    </Page>
  );
}
