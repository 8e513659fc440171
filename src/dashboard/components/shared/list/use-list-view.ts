import { useMemo } from 'react';
import { usePreference } from '../../../lib/preferences.js';
import type { ListState } from '../../../lib/list/use-list-state.js';
import type { ColumnDef, Density } from './list-types.js';

interface StoredView {
  readonly columns?: readonly string[];
  readonly density?: Density;
}

/** The columns a list shows and its row height. */
export interface ListView<Row> {
  readonly shownColumns: readonly ColumnDef<Row>[];
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  readonly setColumns: (fields: readonly string[]) => void;
}

/** Values from the address take precedence, then the user's saved ones, then the defaults. */
export function useListView<Row>(name: string, columns: readonly ColumnDef<Row>[], list: ListState): ListView<Row> {
  const [storedView, keep] = usePreference<StoredView>(`list:${name}`, {});
  const wantedColumns = list.columns ?? storedView.columns ?? null;
  const visibleColumns = useMemo(
    () =>
      columns.filter(
        ({ field, hidden, fixed }) => fixed === true || (wantedColumns ? wantedColumns.includes(field) : !hidden),
      ),
    [columns, wantedColumns],
  );
  return {
    shownColumns: visibleColumns,
    density: storedView.density ?? 'normal',
    setDensity: (density) => keep({ ...storedView, density }),
    setColumns: (fields) => {
      const defaultFields = columns.filter(({ hidden }) => !hidden).map(({ field }) => field);
      const isUsual = defaultFields.join() === fields.join();
      const { columns: _before, ...rest } = storedView;
      keep(isUsual ? rest : { ...rest, columns: fields });
      list.set({ columns: isUsual ? null : fields });
    },
  };
}
