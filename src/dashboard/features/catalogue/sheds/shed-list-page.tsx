import { useState } from 'react';
import { Redirect } from 'wouter';
import { AddLink } from '../../../components/ui/add-link.js';
import { ActionButton } from '../../../components/ui/button.js';
import { CostMoney, CostShare } from '../../../components/shared/cost-unknown.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DayFilter } from '../../../components/shared/list/filters/day-chip.js';
import { ToggleFilter } from '../../../components/shared/list/filters/toggle-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading, day, fraction, percent } from '../../../lib/format.js';
import { type ApiState, useApi, useShopApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { useMe } from '../../../lib/server/session.js';
import { RetailDialog } from './retail-dialog.js';
import { useRetailEdit } from './use-retail-edit.js';

type Row = Output<'GET /api/shed/:category/:shop/:model'>['items'][number];
/** A shed as a shop receives it. */
type ShopRow = Output<'GET /api/shed/:category/:shop/:model', 'shop'>['items'][number];

/** The fields that both sides receive. */
type AnyRow = Row | ShopRow;

/** A row with a figure of this name; null if it is unknown. */
type Figure<F extends string> = Readonly<Record<F, number | null>>;

const start = {
  sorts: ['model', 'width', 'length', 'retailPrice'],
  size: 60,
  filters: { shop: '', all: '', at: '', type: '' },
} as const;

const amount = <F extends string>(field: F, header: string): ColumnDef<Figure<F>> => ({
  field,
  header,
  align: 'right',
  body: (row) => <Money value={row[field]} />,
});
const share = <F extends string>(field: F, header: string): ColumnDef<Figure<F>> => ({
  field,
  header,
  align: 'right',
  body: (row) => fraction(row[field]),
});
/** A cost or profit, marked if it is unknown. */
const cost = <F extends string>(field: F, header: string): ColumnDef<Figure<F> & Pick<AnyRow, 'costUnknown'>> => ({
  field,
  header,
  align: 'right',
  body: (row) => <CostMoney value={row[field]} why={row[field] === null ? row.costUnknown : []} />,
});
const profitShare = <F extends string>(
  field: F,
  header: string,
): ColumnDef<Figure<F> & Pick<AnyRow, 'costUnknown'>> => ({
  field,
  header,
  align: 'right',
  body: (row) => <CostShare why={row.costUnknown}>{fraction(row[field])}</CostShare>,
});
const retailPercent = (): ColumnDef<AnyRow> => ({
  field: 'shopsRetailPercent',
  header: 'Shop Retail %',
  align: 'right',
  body: (row) => percent(row.shopsRetailPercent),
});
const size = (form: string): ColumnDef<AnyRow>[] => [
  {
    field: 'width',
    header: 'Size',
    sortable: true,
    fixed: true,
    pinned: true,
    body: (row) => <RecordLink href={`${form}?id=${row._id}`}>{`${row.width} × ${row.length}`}</RecordLink>,
  },
];
const model = (): ColumnDef<AnyRow> => ({
  field: 'model',
  header: 'Model',
  sortable: true,
  body: (row) => row.model.name,
});

const officeExtra: readonly ColumnDef<Row>[] = [
  retailPercent(),
  amount('shopsRetailPrice', 'Shop Retail Price'),
  amount('shopOverhead', 'Overhead'),
  cost('standardBoxMaterialCost', 'Box Material Cost'),
  cost('standardLabor', 'Labor Cost'),
  cost('standardBoxTotalCost', 'Box Total Cost'),
];
const officeProfit: readonly ColumnDef<Row>[] = [
  cost('standardBoxGrossProfit', 'Box GP'),
  profitShare('standardBoxGrossProfitPercent', 'Box GP %'),
  amount('standardAddonsTotalGrossProfit', 'Add-ons GP'),
  share('standardAddonsTotalGrossProfitPercent', 'Add-ons GP %'),
  cost('totalStandardGrossProfit', 'Total GP'),
  profitShare('totalStandardGrossProfitPercent', 'Total GP %'),
];
const shopExtra: readonly ColumnDef<ShopRow>[] = [
  retailPercent(),
  amount('shopsRetailPrice', 'Shop Retail Price'),
  amount('shopOverhead', 'Overhead'),
  cost('shopBoxMaterialCost', 'Box Material Cost'),
  cost('shopLabor', 'Labor Cost'),
  cost('shopBoxTotalCost', 'Box Total Cost'),
];
const shopProfit: readonly ColumnDef<ShopRow>[] = [
  cost('shopBoxGrossProfit', 'Box GP'),
  profitShare('shopBoxGrossProfitPercent', 'Box GP %'),
];

/** The list's state and its call: the sheds of a model, or of a whole category. */
function usePriceTable(shop: string) {
  const { query: address } = useRecordAddress();
  const list = useListState(start);
  const category = address.get('category');
  const { shop: _, all: __, at, type, ...page } = list.query;
  const listing = { ...(at ? { at } : {}), type: type === 'INV' ? ('INV' as const) : ('NB' as const) };
  const query = { ...page, ...listing };
  const target = { category: category ?? '', model: address.get('model') ?? 'all', shop };
  const ofShop = shop === 'all' ? {} : { shop };
  const input = category ? { ...target, ...query } : null;
  return { list, category, model: address.get('model'), input, shown: { ...listing, ...ofShop } };
}
type Table = ReturnType<typeof usePriceTable>;

const CALL = 'GET /api/shed/:category/:shop/:model';

const formatHeading = (
  { model: modelId, list }: Table,
  { data }: ApiState<{ readonly items: readonly AnyRow[]; readonly total: number }>,
): string => {
  const first = data?.items[0];
  const count = countHeading(data?.total, 'Shed');
  const of = first ? `${modelId ? first.model.name : first.category.name}: ` : '';
  return `${of}${count}${list.filters.at ? `, as of ${day(list.filters.at)}` : ''}`;
};

/** Order type, date and visible columns; for the office also the shop. */
function Filters({ list, withShop }: { list: Table['list']; withShop: boolean }) {
  const { filters } = list;
  const putFilters = (change: Partial<typeof filters>) => list.set({ filters: { ...filters, ...change } });
  return (
    <>
      {withShop && (
        <ShopFilter
          value={filters.shop}
          none="All shops (standard percent)"
          onChange={(shop) => putFilters({ shop })}
        />
      )}
      <ChoiceFilter
        label="Order type"
        none="New build"
        choices={[{ _id: 'INV', name: 'Inventory' }]}
        value={filters.type === 'INV' ? 'INV' : ''}
        onChange={(type) => putFilters({ type })}
      />
      <DayFilter label="As of" value={filters.at} onChange={(at) => putFilters({ at })} />
      <ToggleFilter
        label="Show All Columns"
        pressed={filters.all !== ''}
        onPressed={(isPressed) => putFilters({ all: isPressed ? 'yes' : '' })}
      />
    </>
  );
}

/** The price table of a model or category, at standard costs or for any shop. */
export function CompanyShedsPage() {
  const { query: address } = useRecordAddress();
  const table = usePriceTable(address.get('shop') || 'all');
  const { list, category, model: modelId, input } = table;
  const query = useApi(CALL, input);
  const [retail, setRetail] = useState(false);
  const retailEdit = useRetailEdit(list.filters.at !== '');
  if (!category) return <Redirect to="/company/shed/model/all" replace />;
  const extraColumns = list.filters.all ? officeExtra : [];
  return (
    <Page
      title="Sheds"
      heading={formatHeading(table, query)}
      back={`/company/shed/category/shops/all?category=${category}`}
      actions={
        <>
          <ExportButton kind="sheds" category={category} model={modelId} table={table.shown}>
            Export
          </ExportButton>
          <ImportLink kind="sheds" category={category} model={modelId}>
            Upload Sheds
          </ImportLink>
          <ExportButton kind="shed-bom" category={category} model={modelId}>
            Download BOM
          </ExportButton>
          <ImportLink kind="shed-bom" category={category} model={modelId}>
            Upload BOM
          </ImportLink>
          <ActionButton permission="prices.change" icon="adjust" onClick={() => setRetail(true)}>
            Change retail prices
          </ActionButton>
          {modelId && (
            <AddLink
              permission="catalogue.write"
              href={`/company/shed/form?new=1&category=${category}&model=${modelId}`}
            >
              Add Shed
            </AddLink>
          )}
        </>
      }
    >
      <DataList
        name="sheds"
        label="Sheds"
        columns={[
          ...size('/company/shed/form'),
          ...(modelId ? [] : [model()]),
          { field: 'retailPrice', header: 'Retail Price', align: 'right', body: retailEdit },
          ...extraColumns,
          ...officeProfit,
        ]}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        filters={<Filters list={list} withShop />}
        empty="No sheds for this model yet."
      />
      {retail && <RetailDialog category={category} model={modelId} onClose={() => setRetail(false)} />}
    </Page>
  );
}

/** The price table of a model at the shop's own costs. */
export function ShopShedsPage() {
  const me = useMe();
  const table = usePriceTable(me.shop?._id ?? 'all');
  const { list, category, model: modelId, input } = table;
  const query = useShopApi(CALL, input);
  if (!category) return <Redirect to="/shop/shed/model/all" replace />;
  return (
    <Page
      title="Sheds"
      heading={formatHeading(table, query)}
      back="/shop/shed/model/all"
      actions={
        <ExportButton kind="sheds" category={category} model={modelId} table={table.shown}>
          Export
        </ExportButton>
      }
    >
      <DataList
        name="shop-sheds"
        label="Sheds"
        columns={[
          ...size('/shop/shed/form'),
          ...(modelId ? [] : [model()]),
          amount('retailPrice', 'Retail Price'),
          ...(list.filters.all ? shopExtra : []),
          ...shopProfit,
        ]}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        filters={<Filters list={list} withShop={false} />}
        actions={({ _id, width, length }) => (
          <LinkButton href={`/shop/shed/form?id=${_id}`} label={`View ${width} × ${length}`}>
            View
          </LinkButton>
        )}
        empty="No sheds for this model yet."
      />
    </Page>
  );
}
