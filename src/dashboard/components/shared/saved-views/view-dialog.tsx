import { RecordDialog } from '../record/record-dialog.js';
import { TextField } from '../../ui/form/fields.js';
import { useRecordSave } from '../record/use-record-save.js';
import type { Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';

export type SavedView = Output<'GET /api/savedview'>['items'][number];
type Filter = Readonly<Record<string, unknown>>;

interface ViewDialogProps {
  readonly report: string;
  /** The filters to save. */
  readonly filter: Filter;
  /** The view being changed; null for a new one. */
  readonly view: SavedView | null;
  readonly onSaved: (view: SavedView) => void;
  readonly onClose: () => void;
}

/** Saves a report's filters under a name, as a new view or over an existing one. */
export function ViewDialog({ report, filter, view, onSaved, onClose }: ViewDialogProps) {
  const add = useSend('POST /api/savedview');
  const change = useSend('PUT /api/savedview/update/:id');
  const saving = useRecordSave({
    record: view,
    toValues: (one: SavedView | null) => ({ name: one?.name ?? '' }),
    area: 'Could not save view:',
    what: `View ${view?.name ?? ''}`,
    labels: { name: 'Name' },
    store: ({ name }, revision) =>
      view
        ? change.send({ id: view._id, revision: revision ?? view.revision, name, filter })
        : add.send({ name, report, filter }),
    onSaved,
  });
  return (
    <RecordDialog
      saving={saving}
      limits={null}
      label="View"
      title={view ? 'Save changes to view' : 'Save as view'}
      size="small"
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        required="Enter a name for the view"
        maxLength={100}
        autoFocus
        hint="Saves the current filters. A range such as last month moves with the date."
      />
    </RecordDialog>
  );
}
