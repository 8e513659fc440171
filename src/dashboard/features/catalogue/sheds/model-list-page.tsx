import { Redirect } from 'wouter';
import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { call, type Output } from '../../../lib/server/api.js';
import { countHeading } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';

type Model = Output<'GET /api/shed/model/'>['items'][number];

const start = {
  sorts: ['name', 'code', 'sheds', 'shedCategory'],
  sort: 'name',
  size: 60,
  filters: { shop: '' },
} as const;

const columnsTo = (sheds: (model: Model) => string): readonly ColumnDef<Model>[] => [
  nameColumn(sheds),
  { field: 'code', header: 'Code', sortable: true },
  { field: 'sheds', header: 'Sizes', sortable: true, align: 'right' },
];
const category: ColumnDef<Model> = {
  field: 'shedCategory',
  header: 'Category',
  sortable: true,
  body: (row) => row.shedCategory.name,
};

/** The models of one category; without one, the categories. */
export function CategoryModelsPage() {
  const { query: address } = useRecordAddress();
  const id = address.get('category');
  const list = useListState(start);
  const query = useApi('GET /api/shed/model/:id', id ? { id, ...list.query } : null);
  const of = useApi('GET /api/shed/category/one/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/shed/model/delete/:id');
  if (!id) return <Redirect to="/company/shed/category/all" replace />;
  const count = countHeading(query.data?.total, 'Model');
  return (
    <Page
      title="Shed Models"
      heading={of.data ? `${of.data.name}: ${count}` : count}
      back="/company/shed/category/all"
      actions={
        <AddLink permission="catalogue.write" href={`/company/shed/model/form?new=1&category=${id}`}>
          Add Model
        </AddLink>
      }
    >
      <DataList
        name="shed-models"
        label="Shed models"
        columns={columnsTo(({ _id }) => `/company/shed/all?category=${id}&model=${_id}`)}
        query={query}
        list={list}
        search={{ placeholder: 'Search models...' }}
        actions={({ _id, name }) => (
          <>
            <LinkButton href={`/company/shed/model/form?id=${_id}`} label={`Edit ${name}`}>
              Edit
            </LinkButton>
            <DeleteRecord
              inMenu
              permission="catalogue.write"
              call={remove}
              preview={(id) => call('DELETE /api/shed/model/delete/:id', { id }, { preview: true })}
              id={_id}
              record={`model ${name}`}
              area="ShedModel"
            />
          </>
        )}
        empty="No models in this category yet."
      />
    </Page>
  );
}

/** All models, for viewing their sheds at one shop's prices. */
export function CompanyModelsPage() {
  const list = useListState(start);
  const { shop, ...asked } = list.query;
  const query = useApi('GET /api/shed/model/', asked);
  const end = shop ? `&shop=${shop}` : '';
  return (
    <Page title="Shed Models" heading={countHeading(query.data?.total, 'Shed Model')}>
      <DataList
        name="all-shed-models"
        label="Shed models"
        columns={[
          ...columnsTo((m) => `/company/shed/all?category=${m.shedCategory._id}&model=${m._id}${end}`),
          category,
        ]}
        query={query}
        list={list}
        search={{ placeholder: 'Search models...' }}
        filters={<ShopFilter value={list.filters.shop} onChange={(id) => list.set({ filters: { shop: id } })} />}
        empty="No shed models yet."
      />
    </Page>
  );
}

/** The models a shop builds, each with its prices there. */
export function ShopModelsPage() {
  const list = useListState(start);
  const { shop: _, ...asked } = list.query;
  const query = useApi('GET /api/shed/model/', asked);
  return (
    <Page title="Shed Models" heading={countHeading(query.data?.total, 'Shed Model')}>
      <DataList
        name="shop-shed-models"
        label="Shed models"
        columns={[...columnsTo((m) => `/shop/shed/all?category=${m.shedCategory._id}&model=${m._id}`), category]}
        query={query}
        list={list}
        search={{ placeholder: 'Search models...' }}
        empty="No shed models yet."
      />
    </Page>
  );
}
