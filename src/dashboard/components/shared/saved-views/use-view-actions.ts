import { useCan, useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { useConfirm } from '../../ui/overlay/confirm.js';
import type { MenuItem } from '../../ui/overlay/menu.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
import type { SavedView } from './view-dialog.js';

interface ViewActions {
  readonly chosenView: SavedView | null;
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly save: (saving: { readonly view: SavedView | null }) => void;
  readonly onDeleted: () => void;
}

/** The actions for the screen's filters and the chosen view, each with the reason if it is disabled. */
export function useViewActions({ chosenView, filter, save, onDeleted }: ViewActions): MenuItem[] {
  const me = useMe();
  const write = useCan('views.use', { write: true });
  const sharing = useCan('views.share', { write: true });
  const { share, remove } = useViewCalls(onDeleted);
  const noFilter = filter ? null : 'First choose what the report shows.';
  const items: MenuItem[] = [
    {
      label: 'Save as view…',
      icon: 'plus',
      onSelect: () => save({ view: null }),
      disabledReason: write.reason ?? noFilter,
    },
  ];
  if (!chosenView) return items;
  const mine = chosenView.owner._id === me._id || sharing.isAllowed;
  const notMine = write.reason ?? (mine ? null : `This view belongs to ${chosenView.owner.name}.`);
  const { name, shared } = chosenView;
  return [
    ...items,
    {
      label: `Save changes to "${name}"…`,
      icon: 'pencil',
      onSelect: () => save({ view: chosenView }),
      disabledReason: notMine ?? noFilter,
    },
    {
      label: shared ? `Stop sharing "${name}"` : `Share "${name}"`,
      icon: 'user',
      onSelect: () => void share(chosenView),
      disabledReason: sharing.reason,
    },
    {
      label: `Delete "${name}"`,
      icon: 'trash',
      danger: true,
      onSelect: () => void remove(chosenView),
      disabledReason: notMine,
    },
  ];
}

function useViewCalls(onDeleted: () => void) {
  const { notify } = useNotify('View');
  const confirm = useConfirm();
  const sharing = useSend('PUT /api/savedview/share/:id');
  const deleting = useSend('DELETE /api/savedview/delete/:id');
  return {
    share: ({ _id: id, shared, revision }: SavedView) => notify(sharing.send({ id, revision, shared: !shared })),
    remove: async ({ _id: id, name }: SavedView) => {
      const message = 'Are you sure you want to delete this?';
      if (!(await confirm({ message, record: `view ${name}`, yes: 'Delete', danger: true }))) return;
      if (await notify(deleting.send({ id }))) onDeleted();
    },
  };
}
