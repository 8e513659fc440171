import { useSearch } from 'wouter';
import { listReportViews } from '../../../../domain/reporting/saved-views/rules.js';
import { usePreference } from '../../../lib/preferences.js';
import type { ListState } from '../../../lib/list/use-list-state.js';
import { SavedViewsControl } from '../saved-views/saved-views-control.js';

/** The saved views of a list: its search, filters, sort, page size and columns; one of them can be the default. */
export function ListViews({ name, list }: { name: string; list: ListState }) {
  const now = new URLSearchParams(useSearch());
  const [defaultView, keep] = usePreference<string | null>(`view:${name}`, null);
  const parts = ['search', 'sort', 'size', 'columns', ...Object.keys(list.filters)];
  const formatAddress = (filter: Readonly<Record<string, unknown>>, view: string | null) => {
    const otherParts = [...now].filter(([part]) => ![...parts, 'page', 'view'].includes(part));
    const viewParts = Object.entries(filter).map(([part, value]) => [part, String(value)]);
    return new URLSearchParams([...otherParts, ...viewParts, ...(view ? [['view', view]] : [])]).toString();
  };
  return (
    <SavedViewsControl
      report={listReportViews(name)}
      small
      filter={Object.fromEntries([...now].filter(([part]) => parts.includes(part)))}
      toAddress={formatAddress}
      usual={defaultView}
      more={({ _id, name: view }) => [
        {
          label: defaultView === _id ? `Stop using "${view}" as the default` : `Make "${view}" the default`,
          icon: 'home',
          onSelect: () => keep(defaultView === _id ? null : _id),
        },
      ]}
    />
  );
}
