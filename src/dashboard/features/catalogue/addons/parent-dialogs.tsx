import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { CopyParent, ParentFields } from '../../../../domain/catalogue/addons/schema.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { CheckField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
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
  const formId = useId();
  const add = useSend('POST /api/addon-parent-category/');
  const change = useSend('PUT /api/addon-parent-category/update/:id');
  const { form, save, onRefused, dialog } = useRecordSave({
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
    <>
      <Dialog
        title={parent ? 'Edit Parent Category' : 'Add Parent Category'}
        footer={<Footer formId={formId} pending={add.pending || change.pending} onClose={onClose} />}
        onClose={onClose}
      >
        <Form
          id={formId}
          form={form}
          limits={ParentFields}
          onSubmit={save}
          onRefused={onRefused}
          guarded={false}
          label="Parent category"
        >
          <TextField name="name" label="Name" required="Enter the add-on parent category name" />
          <CheckField name="newBuild" label="New Build" />
          <CheckField name="offLot" label="Off Lot" />
        </Form>
        {parent && <HistoryToggle id={parent._id} words={historyWords} />}
      </Dialog>
      {dialog}
    </>
  );
}

const Footer = ({ formId, pending, onClose }: { formId: string; pending: boolean; onClose: () => void }) => (
  <>
    <Button onClick={onClose}>Cancel</Button>
    <Button kind="primary" type="submit" form={formId} pending={pending}>
      Save
    </Button>
  </>
);

interface CopyParentProps {
  /** The initially chosen one. */
  readonly parent?: string | null;
  readonly onClose: () => void;
}

/** Copies a parent category with all its categories and add-ons. */
export function CopyParentDialog({ parent = null, onClose }: CopyParentProps) {
  const { notifyAndThrow } = useNotify('AddonParentCategory');
  const formId = useId();
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
    <Dialog
      title="Copy all categories and addons"
      footer={<Footer formId={formId} pending={pending} onClose={onClose} />}
      onClose={onClose}
    >
      <Form
        id={formId}
        form={form}
        limits={CopyParent}
        onSubmit={copy}
        guarded={false}
        label="Copy all categories and addons"
      >
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
    </Dialog>
  );
}
