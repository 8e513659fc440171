import { Redirect } from 'wouter';
import { haulBaseSorts } from '../../../../domain/catalogue/haul-bases/schema.js';
import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading, quantity } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { HAUL_CATEGORIES } from './haul-pick-pages.js';

type HaulBase = Output<'GET /api/haulbase/:id'>;

const start = { sorts: haulBaseSorts, sort: 'width', size: 60 } as const;
const form = ({ _id }: HaulBase) => `/company/haulbase/form?id=${_id}`;
const getSize = ({ model, width, length }: HaulBase) => `${model.name} ${width} × ${length}`;

const columns: readonly ColumnDef<HaulBase>[] = [
  {
    field: 'width',
    header: 'Width',
    sortable: true,
    fixed: true,
    align: 'right',
    body: (row) => <RecordLink href={form(row)}>{quantity(row.width)}</RecordLink>,
  },
  {
    ...{ field: 'length', header: 'Length', sortable: true, align: 'right', fact: null },
    body: (row) => quantity(row.length),
  },
  { field: 'baseStyle', header: 'Base style', sortable: true, body: (row) => row.baseStyle.name },
  {
    field: 'haulBase',
    header: 'Haul base',
    sortable: true,
    align: 'right',
    body: (row) => <Money value={row.haulBase} />,
  },
];

/** The haul bases of a model, by size; without one, the categories. */
export function HaulListPage() {
  const model = useRecordAddress().query.get('model');
  const list = useListState(start);
  const query = useApi(
    'GET /api/haulbase/model/:modelId/:param',
    model ? { modelId: model, param: 'all', ...list.query } : null,
  );
  const of = useApi('GET /api/shed/model/one/:id', model ? { id: model } : null).data;
  const remove = useSend('DELETE /api/haulbase/delete/:id');
  const count = countHeading(query.data?.total, 'Haul Base');
  if (!model) return <Redirect to={HAUL_CATEGORIES} replace />;
  return (
    <Page
      title="Haul Bases"
      heading={of ? `${count} of ${of.name}` : count}
      back={of ? `/company/haulbase/models?category=${of.shedCategory._id}` : HAUL_CATEGORIES}
      actions={
        <>
          <ExportButton kind="haul-bases" model={model}>
            Export
          </ExportButton>
          <ImportLink kind="haul-bases" model={model}>
            Import
          </ImportLink>
          <AddLink permission="catalogue.write" href={`/company/haulbase/form?new=1&model=${model}`}>
            Add
          </AddLink>
        </>
      }
    >
      <DataList
        name="haul-bases"
        label="Haul bases"
        columns={columns}
        query={query}
        list={list}
        search={{ placeholder: 'Search sizes and base styles...' }}
        preview={{
          title: (row) => `Haul base of ${getSize(row)}`,
          name: ({ width, length }) => `${quantity(width)} × ${quantity(length)}`,
          href: form,
        }}
        actions={(row) => (
          <>
            <LinkButton href={form(row)} label={`View ${getSize(row)} ${row.baseStyle.name}`}>
              View
            </LinkButton>
            <DeleteRecord
              inMenu
              permission="catalogue.write"
              call={remove}
              id={row._id}
              record={`the haul base of ${getSize(row)} ${row.baseStyle.name}`}
              area="Haul Base"
            />
          </>
        )}
        empty="No haul bases for this model yet. Add or import them."
      />
    </Page>
  );
}
