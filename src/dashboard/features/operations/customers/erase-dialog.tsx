import { useId } from 'react';
import { Button } from '../../../components/ui/button.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { refuseField } from '../../../components/ui/form/problems.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { formatCount } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';

interface EraseProps {
  readonly orders: readonly string[];
  readonly serials: readonly string[];
  readonly onErased: () => void;
  readonly onClose: () => void;
}

const WORD = 'erase';
const MESSAGE = `Type "${WORD}" to confirm`;

/** Confirms that a customer's data is erased for good: shows where it is, and asks for a word to be typed. */
export function EraseDialog({ orders, serials, onErased, onClose }: EraseProps) {
  const id = useId();
  const toast = useToast();
  const preview = useApi('POST /api/customer/erasure', { orders: [...orders] });
  const form = useEditForm({ defaultValues: { confirm: '' } });
  const { send, pending } = useSend('POST /api/customer/erase');
  const submit = async ({ confirm }: { confirm: string }) => {
    if (confirm.trim().toLowerCase() !== WORD) throw refuseField('confirm', MESSAGE);
    toast.success((await send({ orders: [...orders], confirm: WORD })).msg);
    onErased();
    onClose();
  };
  const footer = (
    <>
      <Button data-autofocus onClick={onClose}>
        Cancel
      </Button>
      <Button kind="danger" type="submit" form={id} pending={pending}>
        Erase Permanently
      </Button>
    </>
  );
  return (
    <Dialog title="Erase Customer?" footer={footer} busy={pending} onClose={onClose}>
      <p>
        <strong>This cannot be undone.</strong> Name, phone, email and addresses are erased from {serials.join(', ')}.
        Figures and serial numbers are kept. Later rows from the sales system do not restore the data. Earlier backups
        still have it.
      </p>
      <LoadedContent query={preview} lines={4}>
        {({ places }) => (
          <ul>
            {places.map(({ place, rows }) => (
              <li key={place}>
                {place}: {formatCount(rows, 'row')}
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
      <Form form={form} limits={null} id={id} label="Confirmation" onSubmit={submit} summary={false}>
        <TextField name="confirm" label={MESSAGE} required={MESSAGE} maxLength={20} />
      </Form>
    </Dialog>
  );
}
