import { useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../../components/ui/button.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { ToggleFilter } from '../../../components/shared/list/filters/toggle-chip.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import type { Output } from '../../../lib/server/api.js';
import { fraction, percent, unitPrice } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { FilterBar } from './filter-bar.js';
import { MultiFilter } from './multi-filter.js';
import { ReportPage } from './report-page.js';
import { type ReportColumn, ReportTable } from './report-table.js';

type Row = Output<'GET /api/addon/report/:ids/:x'>['rows'][number];

/** The chosen add-ons and their categories; none means all of the parent category, or all. */
interface AddOnFilter {
  readonly shop: string;
  readonly parent: string;
  readonly categories: readonly string[];
}

const readChosen = (search: string): AddOnFilter => {
  const query = new URLSearchParams(search);
  return {
    shop: query.get('shop') ?? '',
    parent: query.get('parent') ?? '',
    categories: query.get('categories')?.split(',').filter(Boolean) ?? [],
  };
};

const formatAddress = ({ shop, parent, categories }: AddOnFilter): string => {
  const query = new URLSearchParams();
  if (shop) query.set('shop', shop);
  if (parent) query.set('parent', parent);
  if (categories.length > 0) query.set('categories', categories.join(','));
  return `${window.location.pathname}?${query.toString()}`;
};

/** The cost of add-ons at standard values, and the profit of shop and company. */
export function AddOnReportPage() {
  const search = useSearch();
  const appliedFilter = readChosen(search);
  const { ids, isNone } = useAppliedIds(appliedFilter);
  const query = useApi(
    'GET /api/addon/report/:ids/:x',
    appliedFilter.shop && ids ? { ids, x: appliedFilter.shop } : null,
  );
  const filter = appliedFilter.shop && ids ? { shop: appliedFilter.shop, categories: ids } : null;
  const state = filter ? query : { ...query, data: undefined };
  return (
    <ReportPage
      title="Add-on report"
      report="addons"
      filter={filter}
      filters={<Filters key={search} applied={appliedFilter} />}
      query={state}
      rows={({ rows }) => rows.length}
      about={({ shop }) => shop.name}
      empty="These categories have no add-ons."
      before={
        appliedFilter.shop ? (
          isNone && <EmptyState text="This parent category has no categories yet." />
        ) : (
          <EmptyState text="Choose a shop, then click Apply." icon="chart" />
        )
      }
    >
      {({ rows }) => (
        <ReportTable
          name="addon-report"
          label="Add-ons"
          columns={columns}
          rows={rows}
          preview={{ title: ({ name }) => name }}
        />
      )}
    </ReportPage>
  );
}

/**
 * The categories to query: the chosen ones, otherwise all of the parent category, otherwise all; none while loading.
 */
function useAppliedIds({ shop, parent, categories }: AddOnFilter): { readonly ids?: string; readonly isNone: boolean } {
  const isOfParent = shop !== '' && parent !== '' && categories.length === 0;
  const { data } = useApi('GET /api/addon/category/:id', isOfParent ? { id: parent, size: 500 } : null);
  if (categories.length > 0) return { ids: categories.join(','), isNone: false };
  if (!parent) return { ids: 'all', isNone: false };
  const ids = (data?.items ?? []).map(({ _id }) => _id);
  return ids.length > 0 ? { ids: ids.join(','), isNone: false } : { isNone: data !== undefined };
}

function Filters({ applied }: { applied: AddOnFilter }) {
  const [draft, setChosen] = useState(applied);
  const [kinds, setKinds] = useState({ newBuildChecked: true, offLotChecked: false });
  const isNone = !kinds.newBuildChecked && !kinds.offLotChecked;
  const parents = useApi(
    'GET /api/addon-parent-category',
    isNone ? null : { size: 500, ...kinds, ...(draft.shop ? { shop: draft.shop } : {}) },
  );
  const categories = useApi('GET /api/addon/category/:id', draft.parent ? { id: draft.parent, size: 500 } : null);
  const options = categories.data?.items.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <FilterBar>
      <ShopFilter value={draft.shop} onChange={(shop) => setChosen({ shop, parent: '', categories: [] })} />
      <ToggleFilter
        label="New Build Categories"
        pressed={kinds.newBuildChecked}
        onPressed={(newBuildChecked) => setKinds({ ...kinds, newBuildChecked })}
      />
      <ToggleFilter
        label="Off Lot Categories"
        pressed={kinds.offLotChecked}
        onPressed={(offLotChecked) => setKinds({ ...kinds, offLotChecked })}
      />
      <ChoiceFilter
        label="Parent category"
        choices={isNone ? [] : parents.data?.items}
        value={draft.parent}
        onChange={(parent) => setChosen({ ...draft, parent, categories: [] })}
      />
      <MultiFilter
        label="Categories"
        choices={draft.parent ? options : []}
        value={draft.categories}
        disabledReason={draft.parent ? null : 'Choose a parent category first.'}
        onChange={(some) => setChosen({ ...draft, categories: some })}
      />
      <Button
        kind="primary"
        disabledReason={draft.shop ? null : 'Choose a shop first.'}
        onClick={() => navigate(formatAddress(draft), { replace: true })}
      >
        Apply
      </Button>
    </FilterBar>
  );
}

const figure = (field: string, header: string, value: (row: Row) => number | null): ReportColumn<Row> => ({
  ...{ field, header, align: 'right', value },
  body: (row) => unitPrice(value(row)) || '—',
});
const share = (field: string, header: string, value: (row: Row) => number | null): ReportColumn<Row> => ({
  ...{ field, header, align: 'right', value },
  body: (row) => fraction(value(row)) || '—',
});

const columns: readonly ReportColumn<Row>[] = [
  { field: 'name', header: 'Name', fixed: true, value: (row) => row.name },
  { field: 'category', header: 'Category', value: (row) => row.category.name, body: (row) => row.category.name },
  {
    field: 'retailPrice',
    header: 'Retail Price',
    align: 'right',
    value: (row) => row.retailPrice,
    body: (row) => (row.type === 'percent' ? percent(row.retailPrice) : unitPrice(row.retailPrice)),
  },
  {
    field: 'shopPercent',
    header: 'Shop %',
    align: 'right',
    value: (row) => row.shopPercent,
    body: (row) => percent(row.shopPercent),
  },
  figure('standardCost', 'Standard Cost', (row) => row.standardCost),
  figure('standardGrossProfit', 'Standard GP', (row) => row.standardGrossProfit),
  share('standardGrossProfitPercent', 'Standard GP %', (row) => (row.discount ? null : row.standardGrossProfitPercent)),
  figure('companyGrossProfit', 'Company Add-On GP', (row) => row.companyGrossProfit),
  { field: 'note', header: 'Note', value: (row) => row.note ?? '', body: (row) => row.note ?? '' },
];
