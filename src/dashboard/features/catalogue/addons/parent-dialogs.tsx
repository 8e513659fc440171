import { useForm } from 'react-hook-form';
import { CopyParent, ParentFields } from '../../../../domain/catalogue/addons/schema.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { CheckField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { RecordDialog } from '../../../components/shared/record/record-dialog.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { Parent } from './addon-words.js';

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
/** Labels for the history. */
const historyWords = {
  name: ['Name'],
  newBuild: ['New Build', yesOrNo],
  offLot: ['Off Lot', yesOrNo],
} as const;
const toValues = (parent: Parent | null) => ({
  name: parent?.name ?? '',
  newBuild: parent?.newBuild ?? true,
  offLot: parent?.offLot ?? false,
});

/** Adds or changes a parent category. */
export function ParentDialog({ parent, onClose }: { parent: Parent | null; onClose: () => void }) {
  const add = useSend('POST /api/addon-parent-category/');
  const change = useSend('PUT /api/addon-parent-category/update/:id');
  const saving = useRecordSave({
    record: parent,
    toValues: toValues,
    area: 'AddonParentCategory',
    what: `Parent category ${parent?.name ?? ''}`,
    labels: { name: 'Name', newBuild: 'New Build', offLot: 'Off Lot' },
    store: (values, revision) =>
      parent ? change.send({ id: parent._id, revision: revision ?? parent.revision, ...values }) : add.send(values),
    onSaved: onClose,
  });
  return (
    <RecordDialog
      saving={saving}
      limits={ParentFields}
      label="Parent category"
      title={parent ? 'Edit Parent Category' : 'Add Parent Category'}
      history={parent && { id: parent._id, words: historyWords }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required="Enter the add-on parent category name" />
      <CheckField name="newBuild" label="New Build" />
      <CheckField name="offLot" label="Off Lot" />
    </RecordDialog>
  );
}

interface CopyParentProps {
  /** The initially chosen one. */
  readonly parent?: string | null;
  readonly onClose: () => void;
}

/** Copies a parent category with all its categories and add-ons. */
export function CopyParentDialog({ parent = null, onClose }: CopyParentProps) {
  const { notifyAndThrow } = useNotify('AddonParentCategory');
  const parents = useApi('GET /api/addon-parent-category', { newBuildChecked: true, offLotChecked: true });
  const { send, pending } = useSend('POST /api/addon-parent-category/copy/');
  const form = useForm({
    defaultValues: { existingAddonParentCategory: parent ?? '', name: '', categoryNameSuffix: '' },
  });
  const copy = async (values: { existingAddonParentCategory: string; name: string; categoryNameSuffix: string }) => {
    await notifyAndThrow(
      send(values),
      ({ msg, created }) => `${msg}: ${created.categories} categories, ${created.addOns} add-ons`,
    );
    onClose();
  };
  return (
    <FormDialog title="Copy all categories and addons" pending={pending} onClose={onClose}>
      <Form form={form} limits={CopyParent} onSubmit={copy} label="Copy all categories and addons">
        <SelectField
          name="existingAddonParentCategory"
          label="Parent Category"
          required="Choose a parent category"
          placeholder="Choose a parent category"
          recent="addon-parent-categories"
          options={(parents.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        />
        <TextField name="name" label="New Parent Category Name" required="Enter the new parent category name" />
        <TextField
          name="categoryNameSuffix"
          label="Suffix for Category Name"
          required="Enter the suffix for the category name"
        />
      </Form>
    </FormDialog>
  );
}
