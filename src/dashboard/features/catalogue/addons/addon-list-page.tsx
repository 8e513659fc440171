import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { AddOnFields, retailProblem } from '../../../../domain/catalogue/addons/schema.js';
import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { InlineFigure } from '../../../components/shared/inline-figure.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { describeRefusal } from '../../../components/ui/form/limits.js';
import { addLabel } from '../../../components/ui/form/problems.js';
import { call, type Output } from '../../../lib/server/api.js';
import { countHeading, fraction, percent, unitPrice } from '../../../lib/format.js';
import { type ApiState, useApi, useSend, useShopApi } from '../../../lib/server/use-api.js';
import { useCan } from '../../../lib/server/session.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { toBody, toValues } from './addon-values.js';

type Row = Output<'GET /api/addon/:id'>['items'][number];
/** An add-on as a shop receives it; the office gets a requested shop's figures in addition to the standard ones. */
type ShopRow = Output<'GET /api/addon/:id', 'shop'>['items'][number];

/** A row with a figure of this name; null if it is unknown. */
type Figure<F extends string> = Readonly<Record<F, number | null>>;

const start = { sorts: ['name', 'retailPrice', 'type'], sort: 'name', size: 60, filters: { shop: '' } } as const;

const name = (form: string, end = ''): ColumnDef<ShopRow> => nameColumn((row) => `${form}?id=${row._id}${end}`);
const retail = (): ColumnDef<ShopRow> => ({
  field: 'retailPrice',
  header: 'Retail Price',
  sortable: true,
  align: 'right',
  body: (row) => (row.type === 'percent' ? percent(row.retailPrice) : <Money value={row.retailPrice} />),
});
const amount = <F extends string>(field: F, header: string): ColumnDef<Figure<F>> => ({
  field,
  header,
  align: 'right',
  body: (row) => (row[field] === null ? '—' : <Money value={row[field]} />),
});
const share = <F extends string>(field: F, header: string): ColumnDef<Figure<F>> => ({
  field,
  header,
  align: 'right',
  body: (row) => (row[field] === null ? '—' : fraction(row[field])),
});

/** The percent effective at the shop: the add-on's own, or the one that results from its prices there. */
const getShopPercent = ({ shopPercent, shopPrice, retailPrice }: ShopRow): string => {
  if (shopPercent !== null) return percent(shopPercent);
  return shopPrice !== null && retailPrice > 0 ? fraction(Math.abs(shopPrice) / retailPrice) : 'as usual';
};

/** Standard figures; the name links to the add-on, and the retail price is changed in place. */
const standardColumns = (retailEdit: (row: Row) => ReactNode): readonly ColumnDef<Row>[] => [
  name('/company/addon/form'),
  { field: 'type', header: 'Type', sortable: true },
  { ...retail(), body: retailEdit },
  amount('addOnStandardTotalCost', 'Standard Cost'),
  amount('standardAddOnGrossProfit', 'Gross Profit'),
  share('standardAddOnGrossProfitPercent', 'Standard Gross Profit %'),
];
/** The figures of a shop. */
const columnsOfShop = (form: string, end = ''): readonly ColumnDef<ShopRow>[] => [
  name(form, end),
  { field: 'type', header: 'Type', sortable: true },
  retail(),
  { field: 'shopPercent', header: 'Shop Percent', align: 'right', body: getShopPercent },
  amount('shopPrice', 'Shop Price'),
  amount('addOnShopTotalCost', 'Shop Cost'),
  share('grossProfitPercent', 'Gross Profit %'),
];

function useCategory() {
  const { query: address } = useRecordAddress();
  const category = address.get('category');
  const list = useListState(start);
  return { category, list, asked: category ? { id: category, ...list.query } : null };
}

function formatHeading({ data }: ApiState<{ readonly items: readonly ShopRow[]; readonly total: number }>): string {
  const first = data?.items[0]?.category.name;
  const count = countHeading(data?.total, 'Add-on');
  return first ? `${first}: ${count}` : count;
}

/** The retail price: dollars or a percent, changed in place by users who may change the catalogue. */
function useRetailEdit() {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const { send } = useSend('PUT /api/addon/update/:id');
  const store = async ({ _id: id, revision: seenRevision }: Row, retailPrice: number, revision = seenRevision) => {
    const addOn = await call('GET /api/addon/one/:id', { id });
    const { item } = await send({ ...toBody(toValues('')(addOn)), id, revision, retailPrice });
    return item.revision;
  };
  return (row: Row) => (
    <InlineFigure
      label={`Retail price of ${row.name}`}
      area="Addon"
      value={row.retailPrice}
      format={row.type === 'percent' ? percent : unitPrice}
      input={{ decimals: 2, keep: 4, ...(row.type === 'percent' ? { suffix: '%' } : { prefix: '$' }) }}
      check={(price) => findProblem(row, price)}
      editable={isAllowed}
      store={(to, _, revision) => store(row, to, revision)}
    />
  );
}

/** Why a retail price is refused; null if it is valid. */
function findProblem({ type }: Row, price: number): string | null {
  const problem = retailProblem(type, price);
  return problem
    ? addLabel('Retail price', problem)
    : describeRefusal(AddOnFields, 'retailPrice', price, 'Retail price');
}

/** The add-ons of a category with costs at standard values, or with the figures of the chosen shop. */
export function CompanyAddOnsPage() {
  const { category, list, asked } = useCategory();
  const query = useApi('GET /api/addon/:id', asked);
  const remove = useSend('DELETE /api/addon/delete/:id');
  const retailEdit = useRetailEdit();
  if (!category) return <Redirect to="/company/addon/category/shop/all" replace />;
  const { shop } = list.filters;
  const columns: readonly ColumnDef<Row>[] = shop
    ? columnsOfShop('/company/addon/form', `&shop=${shop}`)
    : standardColumns(retailEdit);
  return (
    <Page
      title="Add-ons"
      heading={formatHeading(query)}
      back="/company/addon/category/shop/all"
      actions={
        <>
          <ExportButton kind="addon-bom" category={category}>
            Download BOM
          </ExportButton>
          <ImportLink kind="addon-bom" category={category}>
            Update Addons
          </ImportLink>
          <ImportLink kind="addons" category={category}>
            Upload
          </ImportLink>
          <AddLink permission="catalogue.write" href={`/company/addon/form?new=1&category=${category}`}>
            Add Add-on
          </AddLink>
        </>
      }
    >
      <DataList
        name="addons"
        label="Add-ons"
        columns={columns}
        query={query}
        list={list}
        search={{ placeholder: 'Search add-ons...' }}
        filters={
          <ShopFilter
            value={list.filters.shop}
            none="Standard values"
            onChange={(shop) => list.set({ filters: { shop } })}
          />
        }
        actions={({ _id, name: recordName }) => (
          <DeleteRecord
            inMenu
            permission="catalogue.write"
            call={remove}
            id={_id}
            record={`add-on ${recordName}`}
            area="AddOn"
          />
        )}
        empty="No add-ons in this category yet."
      />
    </Page>
  );
}

/** The add-ons of a category with the shop's prices and costs. */
export function ShopAddOnsPage() {
  const { category, list, asked } = useCategory();
  const query = useShopApi('GET /api/addon/:id', asked);
  if (!category) return <Redirect to="/shop/addon/category/all" replace />;
  return (
    <Page title="Add-ons" heading={formatHeading(query)} back="/shop/addon/category/all">
      <DataList
        name="shop-addons"
        label="Add-ons"
        columns={columnsOfShop('/shop/addon/form')}
        query={query}
        list={list}
        search={{ placeholder: 'Search add-ons...' }}
        empty="No add-ons in this category yet."
      />
    </Page>
  );
}
