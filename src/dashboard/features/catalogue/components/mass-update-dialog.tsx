import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { CheckList } from '../../../components/ui/form/inputs/check-list.js';
import { Form } from '../../../components/ui/form/form.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call } from '../../../lib/server/api.js';
import { count } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';

interface MassUpdateProps {
  readonly category: string;
  /** The source of the components. */
  readonly shedCategory: string;
  readonly onClose: () => void;
}

const CALL = 'PUT /api/component/shedcategorycomponents/:category/:shedCategory';

/**
 * Copies the components of a list to other shed categories, by name: missing ones are created, existing ones get the
 * same items.
 */
export function MassUpdateDialog({ category, shedCategory, onClose }: MassUpdateProps) {
  const { notifyAndThrow } = useNotify('Component');
  const sheds = useApi('GET /api/shed/category', {});
  const { send, pending } = useSend(CALL);
  const form = useForm<{ shedCategoryIds: string[] }>({ defaultValues: { shedCategoryIds: [] } });
  const body = () => ({ category, shedCategory, ...form.getValues() });
  const update = async () => {
    await notifyAndThrow(
      send(body()),
      ({ msg, created, updated, unchanged }) =>
        `${msg}: ${count(created)} created, ${count(updated)} changed, ${count(unchanged)} unchanged`,
    );
    onClose();
  };
  const options = (sheds.data?.items ?? []).filter(({ _id }) => _id !== shedCategory);
  return (
    <FormDialog
      title="Update Shed Categories"
      submit="Update"
      permission="catalogue.write"
      pending={pending}
      extra={
        <PreviewEffect form={form} permission="catalogue.write" ask={() => call(CALL, body(), { preview: true })} />
      }
      onClose={onClose}
    >
      <p>
        Each selected shed category gets every component in this list. A component with the same name gets the same
        items; a missing one is created. Other components are unchanged.
      </p>
      <Form form={form} limits={null} onSubmit={update} label="Shed categories">
        <CheckList
          name="shedCategoryIds"
          label="Shed Categories"
          options={options.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
      </Form>
    </FormDialog>
  );
}
