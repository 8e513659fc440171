import type { ReactNode } from 'react';
import type { Output } from '../../../lib/server/api.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { DataList } from '../list/data-list.js';
import type { ColumnDef } from '../list/list-types.js';
import { Page } from '../../ui/page.js';
import { nameColumn } from '../record/name-column.js';

type ShedCategory = Output<'GET /api/shed/category'>['items'][number];

interface PickShedCategoryProps {
  /** `Haul Bases: Shed Categories`. */
  readonly title: string;
  /** The address that a category links to. */
  readonly to: (category: ShedCategory) => string;
  /** The name under which the list's column choice is stored. */
  readonly name: string;
  /** Above the list, next to the heading. */
  readonly actions?: ReactNode;
}

const start = { sorts: ['name', 'models'], sort: 'name', size: 60 } as const;

/** A page to choose a shed category. */
export function PickShedCategoryPage({ title, to, name, actions }: PickShedCategoryProps) {
  const list = useListState(start);
  const query = useApi('GET /api/shed/category', list.query);
  const columns: readonly ColumnDef<ShedCategory>[] = [
    nameColumn(to),
    { field: 'models', header: 'Models', sortable: true, align: 'right' },
  ];
  return (
    <Page title={title} actions={actions}>
      <DataList
        name={name}
        label="Shed categories"
        columns={columns}
        query={query}
        list={list}
        search={{ placeholder: 'Search categories...' }}
        empty="No shed categories yet."
      />
    </Page>
  );
}
