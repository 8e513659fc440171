import { SelectField, TextAreaField, TextField } from '../../components/ui/form/fields.js';
import { Form } from '../../components/ui/form/form.js';
import { useEditForm } from '../../components/ui/form/use-edit-form.js';
import { useMe } from '../../lib/server/session.js';
import type { TicketValues } from './use-ticket.js';

const priorities = ['High', 'Medium', 'Low'].map((value) => ({ value, label: value }));

/** The information support needs; the answer goes to the account's email address. */
export function TicketForm({ onSubmit }: { onSubmit: (values: TicketValues) => Promise<void> }) {
  const me = useMe();
  const form = useEditForm<TicketValues>({
    defaultValues: { description: '', serialNumber: '', priority: '', email: me.userName },
  });
  return (
    <Form form={form} limits={null} label="Support ticket" onSubmit={onSubmit} summary={false}>
      <div className="form-group">
        <TextAreaField
          name="description"
          label="Description"
          required="Enter the description"
          className="wide"
          maxLength={5000}
        />
        <TextField name="serialNumber" label="Serial Number" maxLength={100} />
        <SelectField
          name="priority"
          label="Priority"
          required="Choose a priority"
          placeholder="Select a priority"
          options={priorities}
        />
        <TextField name="email" label="Email" readOnly />
      </div>
    </Form>
  );
}
