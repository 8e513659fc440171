import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useConfirm } from '../../components/confirm.js';
import { Menu, type MenuItem } from '../../components/menu.js';
import { useToast } from '../../components/toast.js';
import { failureOf } from '../../lib/failure.js';
import { useCan, useMe } from '../../lib/session.js';
import { useApi, useSend } from '../../lib/use-api.js';
import { useSide } from '../../lib/use-side.js';
import { addressOf, isSameFilter } from './view-address.js';
import { type SavedView, ViewDialog } from './view-dialog.js';

interface SavedViewsProps {
  /** The report's name, as commands and addresses say it. */
  readonly report: string;
  /** What the report selects now; null where nothing is chosen yet. */
  readonly filter: Readonly<Record<string, unknown>> | null;
}

/** The saved views of a report: choose one, save the filters of the screen as one, share, schedule and delete it. */
export function SavedViewsControl({ report, filter }: SavedViewsProps) {
  const { allowed } = useCan('views.use');
  const query = useApi('GET /api/savedview', allowed ? { report } : null);
  const [path, go] = useLocation();
  const current = new URLSearchParams(useSearch()).get('view');
  const [saving, setSaving] = useState<{ readonly view: SavedView | null } | null>(null);
  const views = query.data?.items ?? [];
  const chosen = views.find(({ _id }) => _id === current) ?? null;
  const open = (view: SavedView) => go(`${path}?${addressOf(view.filter, view._id)}`);
  const actions = useViewActions(chosen, filter, setSaving, () => filter && go(`${path}?${addressOf(filter, null)}`));
  if (!allowed) return null;
  const isChanged = chosen !== null && filter !== null && !isSameFilter(chosen.filter, filter);
  const items: MenuItem[] = views.map((view) => ({
    label: view.shared ? `${view.name} (shared by ${view.owner.name})` : view.name,
    checked: view._id === current,
    onSelect: () => open(view),
  }));
  return (
    <>
      <Menu
        label="Views"
        face={chosen ? `View: ${chosen.name}${isChanged ? ' (changed)' : ''}` : 'Views'}
        icon="eye"
        align="end"
        items={[...items, ...actions]}
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

/** What can be done with the filters of the screen and the chosen view; says why where it cannot. */
function useViewActions(
  chosen: SavedView | null,
  filter: SavedViewsProps['filter'],
  save: (saving: { readonly view: SavedView | null }) => void,
  onDeleted: () => void,
): MenuItem[] {
  const side = useSide();
  const [, go] = useLocation();
  const me = useMe();
  const write = useCan('views.use', { write: true });
  const sharing = useCan('views.share', { write: true });
  const { share, remove } = useViewCalls(onDeleted);
  const noFilter = filter ? null : 'Choose what the report shows first.';
  const items: MenuItem[] = [
    {
      label: 'Save as a view…',
      icon: 'plus',
      onSelect: () => save({ view: null }),
      disabledReason: write.reason ?? noFilter,
    },
  ];
  if (!chosen) return items;
  const mine = chosen.owner._id === me._id || sharing.allowed;
  const notMine = write.reason ?? (mine ? null : `It is the view of ${chosen.owner.name}.`);
  const { _id: id, name, shared } = chosen;
  return [
    ...items,
    {
      label: `Save changes to "${name}"…`,
      icon: 'pencil',
      onSelect: () => save({ view: chosen }),
      disabledReason: notMine ?? noFilter,
    },
    {
      label: shared ? `Stop sharing "${name}"` : `Share "${name}"`,
      icon: 'user',
      onSelect: () => void share(chosen),
      disabledReason: sharing.reason,
    },
    {
      label: `Send "${name}" on a schedule…`,
      icon: 'clock',
      onSelect: () => go(`/${side}/reports/schedules/form?new=1&view=${id}`),
      disabledReason: write.reason,
    },
    {
      label: `Delete "${name}"`,
      icon: 'trash',
      danger: true,
      onSelect: () => void remove(chosen),
      disabledReason: notMine,
    },
  ];
}

function useViewCalls(onDeleted: () => void) {
  const toast = useToast();
  const confirm = useConfirm();
  const refresh = ['/api/savedview'];
  const sharing = useSend('PUT /api/savedview/share/:id', { refresh });
  const deleting = useSend('DELETE /api/savedview/delete/:id', { refresh });
  const told = (work: Promise<{ msg: string }>) =>
    work.then(
      ({ msg }) => {
        toast.success(msg);
        return true;
      },
      (error: unknown) => {
        toast.error(failureOf('View', error));
        return false;
      },
    );
  return {
    share: ({ _id: id, shared, revision }: SavedView) => told(sharing.send({ id, revision, shared: !shared })),
    remove: async ({ _id: id, name }: SavedView) => {
      const message = 'Are you sure you want to delete this?';
      if (!(await confirm({ message, record: `view ${name}`, yes: 'Delete', danger: true }))) return;
      if (await told(deleting.send({ id }))) onDeleted();
    },
  };
}
