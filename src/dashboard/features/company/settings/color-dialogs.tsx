import { Button } from '../../../components/ui/button.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { refuseField } from '../../../components/ui/form/problems.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import type { Color } from './company-values.js';

interface ColorsProps {
  /** `Roof`. */
  readonly name: string;
  readonly colors: readonly Color[];
  /** Saves the list; a color without an ID is new. */
  readonly store: (colors: readonly (Color | Pick<Color, 'color'>)[]) => Promise<{ msg: string }>;
  readonly pending: boolean;
  readonly onClose: () => void;
}

/** Adds a color to a list. */
export function AddColorDialog({ name, colors, store, pending, onClose }: ColorsProps) {
  const { notifyAndThrow } = useNotify('Company');
  const form = useEditForm({ defaultValues: { color: '' } });
  const add = async ({ color }: { color: string }) => {
    const newColor = color.trim();
    if (colors.some((other) => other.color.toLowerCase() === newColor.toLowerCase()))
      throw refuseField('color', `${newColor} is already in the list`);
    await notifyAndThrow(store([...colors, { color: newColor }]));
    onClose();
  };
  return (
    <FormDialog title={`Add ${name} Color`} submit="Add Color" pending={pending} onClose={onClose}>
      <Form form={form} limits={null} onSubmit={add} summary={false} label={`${name} color`}>
        <TextField name="color" label="Color" required="Enter a color" maxLength={100} autoFocus />
      </Form>
    </FormDialog>
  );
}

/** The colors of a list, which can be deleted. Orders keep their color. */
export function ViewColorsDialog({ name, colors, store, pending, onClose }: ColorsProps) {
  const remove = { pending, send: ({ id }: { id: string }) => store(colors.filter(({ _id }) => _id !== id)) };
  return (
    <Dialog title={`${name} Colors`} footer={<Button onClick={onClose}>Close</Button>} onClose={onClose}>
      {colors.length === 0 ? (
        <EmptyState text="No colors yet." />
      ) : (
        <div className="table-scroll" tabIndex={0} role="region" aria-label={`${name} colors`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Color</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {colors.map(({ _id, color }) => (
                <tr key={_id}>
                  <th scope="row">{color}</th>
                  <td>
                    <DeleteRecord
                      permission="company.write"
                      call={remove}
                      id={_id}
                      record={`${name.toLowerCase()} color ${color}`}
                      area="Company"
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
