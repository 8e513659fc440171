import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCan } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { Menu, type MenuItem } from '../../ui/overlay/menu.js';
import { useViewActions } from './use-view-actions.js';
import { isSameFilter } from './view-address.js';
import type { SavedView } from './view-dialog.js';
import { loadLazily } from '../../ui/load-lazily.js';

const ViewDialog = loadLazily(() => import('./view-dialog.js').then((m) => m.ViewDialog));

type Filter = Readonly<Record<string, unknown>>;

interface SavedViewsProps {
  /** The report's name in commands and addresses; for a list, the result of `listReportViews`. */
  readonly report: string;
  /** Shows only an icon until a view is chosen, because lists have little space above them. */
  readonly small?: boolean;
  /** The current filters; null if nothing is selected yet. */
  readonly filter: Filter | null;
  /** The query string of a filter, including the view it belongs to. */
  readonly toAddress: (filter: Filter, view: string | null) => string;
  /** The default view, used when the address has no filters. */
  readonly usual?: string | null;
  /** More actions for the chosen view. */
  readonly more: (view: SavedView) => readonly MenuItem[];
}

/** The saved views of a report or a list: choose one, save the screen's current filters as one, share and delete it. */
export function SavedViewsControl(props: SavedViewsProps) {
  const { report, small = false, filter, toAddress, usual = null, more } = props;
  const { isAllowed } = useCan('views.use');
  const query = useApi('GET /api/savedview', isAllowed ? { report } : null);
  const [path, go] = useLocation();
  const current = new URLSearchParams(useSearch()).get('view');
  const [saving, setSaving] = useState<{ readonly view: SavedView | null } | null>(null);
  const views = query.data?.items ?? [];
  const currentView = views.find(({ _id }) => _id === current) ?? null;
  const open = (view: SavedView, options = {}) => go(`${path}?${toAddress(view.filter, view._id)}`, options);
  const onDeleted = () => filter && go(`${path}?${toAddress(filter, null)}`);
  const actions = useViewActions({ chosenView: currentView, filter, save: setSaving, onDeleted });
  const usualView = query.data && (views.find(({ _id }) => _id === usual) ?? null);
  const isUntold = current === null && filter !== null && Object.keys(filter).length === 0;
  useBeginning(path, usualView, (view) => isUntold && open(view, { replace: true }));
  if (!isAllowed) return null;
  const isChanged = currentView !== null && filter !== null && !isSameFilter(currentView.filter, filter);
  const items: MenuItem[] = views.map((view) => ({
    label: view.shared ? `${view.name} (shared by ${view.owner.name})` : view.name,
    checked: view._id === current,
    onSelect: () => open(view),
  }));
  return (
    <>
      <Menu
        label="Views"
        face={currentView ? `View: ${currentView.name}${isChanged ? ' (changed)' : ''}` : 'Views'}
        icon="bookmark"
        iconOnly={small && !currentView}
        align="end"
        items={[...items, ...actions, ...(currentView ? more(currentView) : [])]}
      />
      {saving && filter && (
        <ViewDialog
          report={report}
          filter={filter}
          view={saving.view}
          onSaved={(view) => {
            setSaving(null);
            open(view);
          }}
          onClose={() => setSaving(null)}
        />
      )}
    </>
  );
}

/** Calls once per screen, as soon as the default view is known. */
function useBeginning(
  path: string,
  defaultView: SavedView | null | undefined,
  begin: (view: SavedView) => unknown,
): void {
  const appliedPath = useRef<string | null>(null);
  useEffect(() => {
    if (defaultView === undefined || appliedPath.current === path) return;
    appliedPath.current = path;
    if (defaultView) begin(defaultView);
  });
}
