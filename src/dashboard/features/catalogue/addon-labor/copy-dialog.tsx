import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { CheckList } from '../../../components/ui/form/inputs/check-list.js';
import { SelectField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';

interface Values {
  readonly from: string;
  readonly to: string[];
}

/** Copies the labor of a category to others; labor with an existing name is skipped. */
export function CopyDialog({ from, onClose }: { from: string; onClose: () => void }) {
  const { notifyAndThrow } = useNotify('AddonLabor');
  const form = useForm<Values>({ defaultValues: { from, to: [] } });
  const { send, pending } = useSend('POST /api/addonlabor/copy');
  const copy = async (values: Values) => {
    await notifyAndThrow(
      send({ ...values, to: values.to.filter((id) => id !== values.from) }),
      ({ msg, created, skipped }) => `${msg}: ${created} created, ${skipped} already existed`,
    );
    onClose();
  };
  return (
    <FormDialog title="Copy Add-on Labor" submit="Copy" pending={pending} onClose={onClose}>
      <Form form={form} limits={null} onSubmit={copy} label="Copy add-on labor">
        <p className="muted">
          Shop overrides are copied too. Labor with a name that the category already has is skipped.
        </p>
        <Fields />
      </Form>
    </FormDialog>
  );
}

function Fields() {
  const categories = useApi('GET /api/addon/category/all', {});
  const from = useWatch<Values, 'from'>({ name: 'from' });
  const options = (categories.data?.items ?? []).map(({ _id, name, addonParentCategory }) => ({
    value: _id,
    label: `${addonParentCategory.name}: ${name}`,
  }));
  return (
    <>
      <SelectField
        name="from"
        label="From category"
        required="Choose the category to copy from"
        placeholder="Choose a category"
        recent="addon-categories"
        options={options}
      />
      <CheckList name="to" label="To categories" options={options.filter(({ value }) => value !== from)} />
    </>
  );
}
