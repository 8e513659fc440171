import { Redirect } from 'wouter';
import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef, Preview } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading, money, quantity } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { LABOR_CATEGORIES } from './labor-pick-pages.js';

type Labor = Output<'GET /api/shedlabor/model/:id'>['items'][number];
type ShopLabor = Output<'GET /api/shedlabor/model/shop/:id'>['items'][number];

const sorts = ['width', 'length', 'baseStyle', 'standardTotalLaborCost', 'totalLaborCost'] as const;
const start = { sorts, sort: 'width', size: 60, filters: { shop: '' } } as const;

/** `10 × 16 ft of Utility`. */
const getSize = ({ width, length, model }: Labor): string => `${width} × ${length} ft of ${model.name}`;

/** The preview of a size, titled by it. */
const createPreview = <R extends Labor>(href: (row: R) => string): Preview<R> => ({
  title: (row) => `Labor of ${getSize(row)}`,
  name: ({ width, length }) => `${quantity(width)} × ${quantity(length)}`,
  href,
});

const sizeColumns = <R extends Labor>(to: (row: R) => string): ColumnDef<R>[] => [
  {
    field: 'width',
    header: 'Width',
    sortable: true,
    fixed: true,
    align: 'right',
    body: (row) => <RecordLink href={to(row)}>{quantity(row.width)}</RecordLink>,
  },
  {
    ...{ field: 'length', header: 'Length', sortable: true, align: 'right', fact: null },
    body: (row) => quantity(row.length),
  },
  { field: 'baseStyle', header: 'Base style', sortable: true, body: (row) => row.baseStyle.name },
];

const standardTotal = <R extends Labor>(header: string): ColumnDef<R> => ({
  field: 'standardTotalLaborCost',
  header,
  sortable: true,
  align: 'right',
  body: (row) => money(row.standardTotalLaborCost),
});

const edit = (row: Labor) => `/company/shed/labor/edit?id=${row._id}`;
const columns: readonly ColumnDef<Labor>[] = [
  ...sizeColumns(edit),
  {
    field: 'standardBuildBase',
    header: 'Build base',
    align: 'right',
    body: (row) => quantity(row.standardBuildBase),
  },
  { field: 'standardRoofBase', header: 'Roof base', align: 'right', body: (row) => quantity(row.standardRoofBase) },
  {
    field: 'standardTrussCount',
    header: 'Truss count',
    align: 'right',
    body: (row) => quantity(row.standardTrussCount),
  },
  {
    field: 'standardPaintHours',
    header: 'Paint hours',
    align: 'right',
    body: (row) => quantity(row.standardPaintHours),
  },
  standardTotal('Total labor'),
];

/** `Shed Labor of Utility: 12 Sizes`. */
const formatHeading = (model: string | undefined, total: number | undefined): string =>
  `Shed Labor${model ? ` of ${model}` : ''}: ${countHeading(total, 'Size')}`;

function useModel() {
  const id = useRecordAddress().query.get('model');
  return { id, model: useApi('GET /api/shed/model/one/:id', id ? { id } : null).data };
}

/** The labor of every size of a model at standard values, or a shop's. */
export function LaborListPage() {
  const { id, model } = useModel();
  const list = useListState(start);
  const { shop, ...page } = list.query;
  const standard = useApi('GET /api/shedlabor/model/:id', id && !shop ? { id, ...page } : null);
  const shopLabor = useApi('GET /api/shedlabor/model/shop/:id', id && shop ? { id, shop, ...page } : null);
  const remove = useSend('DELETE /api/shedlabor/delete/:id');
  if (!id) return <Redirect to={LABOR_CATEGORIES} replace />;
  return (
    <Page
      title="Shed Labor"
      heading={formatHeading(model?.name, (shop ? shopLabor : standard).data?.total)}
      back={model ? `/company/sheds/labor/models?category=${model.shedCategory._id}` : LABOR_CATEGORIES}
      actions={
        <>
          <ExportButton kind="shed-labor" model={id} shop={list.filters.shop}>
            Export
          </ExportButton>
          <ImportLink kind="shed-labor" model={id} shop={list.filters.shop}>
            Import
          </ImportLink>
          <AddLink permission="catalogue.write" href={`/company/shed/labor/add?model=${id}`}>
            Add
          </AddLink>
        </>
      }
    >
      <DataList
        name="shed-labor"
        label="Shed labor"
        columns={shop ? ownColumns(shop) : columns}
        query={shop ? shopLabor : standard}
        list={list}
        search={{ placeholder: 'Search sizes...' }}
        preview={createPreview((row) => edit(row) + (shop ? `&shop=${shop}` : ''))}
        filters={
          <ShopFilter
            value={list.filters.shop}
            none="Standard values"
            onChange={(shop) => list.set({ filters: { shop } })}
          />
        }
        actions={(row) => (
          <>
            <LinkButton href={edit(row) + (shop ? `&shop=${shop}` : '')} label={`View ${getSize(row)}`}>
              View
            </LinkButton>
            <DeleteRecord
              inMenu
              permission="catalogue.write"
              call={remove}
              id={row._id}
              record={`the labor of ${getSize(row)}`}
              area="Shed Labor"
            />
          </>
        )}
        empty="No labor for this model yet."
      />
    </Page>
  );
}

const shopEdit = (row: ShopLabor) => `/shop/shed/labor/edit?id=${row._id}`;
/** The amounts at a shop's values, if the response has them. */
const ownTotal = <R extends Labor & { readonly totalLaborCost?: number }>(): ColumnDef<R> => ({
  field: 'totalLaborCost',
  header: 'Total labor',
  sortable: true,
  align: 'right',
  body: (row) => money(row.totalLaborCost),
});

const shopColumns: readonly ColumnDef<ShopLabor>[] = [
  ...sizeColumns(shopEdit),
  ownTotal(),
  standardTotal('Standard labor'),
];

/** A shop's labor as the office sees it. */
const ownColumns = (shop: string): readonly ColumnDef<Labor>[] => [
  ...sizeColumns((row: Labor) => `${edit(row)}&shop=${shop}`),
  ownTotal(),
  standardTotal('Standard labor'),
];

/** The labor of every size of a model at this shop's values, next to the standard labor. */
export function ShopLaborListPage() {
  const { id, model } = useModel();
  const list = useListState(start);
  const query = useApi('GET /api/shedlabor/model/shop/:id', id ? { id, ...list.query } : null);
  if (!id) return <Redirect to="/shop/sheds/labor/models" replace />;
  return (
    <Page
      title="Shed Labor"
      heading={formatHeading(model?.name, query.data?.total)}
      back="/shop/sheds/labor/models"
      actions={
        <>
          <ExportButton kind="shed-labor" model={id}>
            Export
          </ExportButton>
          <ImportLink kind="shed-labor" model={id}>
            Import Excel
          </ImportLink>
        </>
      }
    >
      <DataList
        name="shop-shed-labor"
        label="Shed labor"
        columns={shopColumns}
        query={query}
        list={list}
        search={{ placeholder: 'Search sizes...' }}
        preview={createPreview(shopEdit)}
        actions={(row) => (
          <LinkButton href={shopEdit(row)} label={`View ${getSize(row)}`}>
            View
          </LinkButton>
        )}
        empty="No labor for this model yet."
      />
    </Page>
  );
}
