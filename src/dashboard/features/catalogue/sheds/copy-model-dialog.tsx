import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CopyModel } from '../../../../domain/catalogue/sheds/schema.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { SelectField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { formatMessage, type Output } from '../../../lib/server/api.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { toOptions, percentagesInWords } from './parts.js';

const requiredText = 'Please fill in all required fields';

/** Copies a model with all its sizes under a new name and code. */
export function CopyModelDialog({
  model,
  onClose,
}: {
  model: Output<'GET /api/shed/model/one/:id'> | null;
  onClose: () => void;
}) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const models = useApi('GET /api/shed/model/', {});
  const categories = useApi('GET /api/shed/category', {});
  const form = useForm({ defaultValues: { id: model?._id ?? '', name: '', code: '', shedCategory: '' } });
  const { send } = useSend('POST /api/shed/model/copy/:id');
  const copy = async ({ id, name, code, shedCategory }: Record<'id' | 'name' | 'code' | 'shedCategory', string>) => {
    setPending(true);
    try {
      const into = shedCategory ? { shedCategory } : {};
      const { msg, shopPercentages } = await send({ id, name: name.trim(), code: code.trim(), ...into });
      toast.success(`${msg}${percentagesInWords(shopPercentages)}`);
      onClose();
    } catch (error) {
      toast.error(formatMessage(error) || 'Error copying shed model');
      throw error;
    } finally {
      setPending(false);
    }
  };
  return (
    <FormDialog title="Copy Existing Model" submit="Copy Model" pending={pending} onClose={onClose}>
      <Form form={form} limits={CopyModel} onSubmit={copy} label="Copy Existing Model">
        <SelectField
          name="id"
          label="Existing model"
          required={requiredText}
          placeholder="Choose a model"
          recent="models"
          options={toOptions(models.data?.items)}
        />
        <SelectField
          name="shedCategory"
          label="Into shed category"
          placeholder="The same category"
          recent="shed-categories"
          options={toOptions(categories.data?.items)}
          hint="The category must have components with the same names as the model's."
        />
        <TextField name="name" label="New name" required={requiredText} />
        <TextField name="code" label="New code" required={requiredText} />
      </Form>
    </FormDialog>
  );
}
