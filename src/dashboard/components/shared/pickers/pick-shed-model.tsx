import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import type { Output } from '../../../lib/server/api.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { DataList } from '../list/data-list.js';
import { LinkButton } from '../link-button.js';
import type { ColumnDef } from '../list/list-types.js';
import { Page } from '../../ui/page.js';
import { nameColumn } from '../record/name-column.js';
import { useRecordAddress } from '../record/record-page.js';

type ShedModel = Output<'GET /api/shed/model/'>['items'][number];

interface PickShedModelProps {
  /** `Haul Bases: Models`. */
  readonly title: string;
  /** The address that a model links to. */
  readonly to: (model: ShedModel) => string;
  /** The name under which the list's column choice is stored. */
  readonly name: string;
  /**
   * The page where a category is chosen; the models are then those of `?category=`. Without it, all models are listed.
   */
  readonly categories?: string;
  /** Above the list, next to the heading. */
  readonly actions?: ReactNode;
}

const start = { sorts: ['name', 'code', 'shedCategory'], sort: 'name', size: 60 } as const;

/** A page to choose a shed model, of one category or of all. */
export function PickShedModelPage({ title, to, name, categories, actions }: PickShedModelProps) {
  const id = useRecordAddress().query.get('category');
  const list = useListState(start);
  const ofCategory = useApi('GET /api/shed/model/:id', categories && id ? { id, ...list.query } : null);
  const all = useApi('GET /api/shed/model/', categories ? null : list.query);
  const category = useApi('GET /api/shed/category/one/:id', categories && id ? { id } : null);
  if (categories && !id) return <Redirect to={categories} replace />;
  return (
    <Page
      title={title}
      {...(category.data ? { heading: `${title} of ${category.data.name}` } : {})}
      {...(categories ? { back: categories } : {})}
      actions={actions}
    >
      <DataList
        name={name}
        label="Shed models"
        columns={columnsTo(to, !categories)}
        query={categories ? ofCategory : all}
        list={list}
        search={{ placeholder: 'Search models...' }}
        actions={(row) => (
          <LinkButton href={to(row)} label={`View ${row.name}`}>
            View
          </LinkButton>
        )}
        empty={categories ? 'No models in this category yet.' : 'No shed models yet.'}
      />
    </Page>
  );
}

const columnsTo = (to: PickShedModelProps['to'], withCategory: boolean): readonly ColumnDef<ShedModel>[] => [
  nameColumn(to),
  { field: 'code', header: 'Code', sortable: true },
  ...(withCategory
    ? [
        {
          field: 'shedCategory',
          header: 'Category',
          sortable: true,
          body: (row: ShedModel) => row.shedCategory.name,
        },
      ]
    : []),
];
