import { useState } from 'react';
import { ChangeInvoice } from '../../../../domain/billing/invoices/schema.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { TextAreaField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { useApi } from '../../../lib/server/use-api.js';

interface AdjustProps {
  readonly id: string;
  /** Description of the invoice. */
  readonly record: string;
  /** Adjusts the invoice; shows and throws an error. */
  readonly onAdjust: (text: string) => Promise<void>;
  readonly onClose: () => void;
  /** Called after the invoice was adjusted and the dialog closed. */
  readonly onDone: () => void;
}

/** Asks what was adjusted on a denied invoice; prefilled with the corrections made since the denial. */
export function AdjustDialog({ id, record, onAdjust, onClose, onDone }: AdjustProps) {
  const query = useApi('GET /api/invoice/findbyid/:id', { id });
  const [pending, setPending] = useState(false);
  const adjust = async (text: string) => {
    setPending(true);
    await onAdjust(text).finally(() => setPending(false));
    onClose();
    onDone();
  };
  return (
    <FormDialog
      title="Change Status to Adjusted?"
      submit="Change to Adjusted"
      pending={pending}
      disabledReason={query.data ? null : 'The invoice is still loading.'}
      asks
      onClose={onClose}
    >
      <p>{record}</p>
      <LoadedContent query={query} lines={4}>
        {({ sinceDenial }) => (
          <AdjustForm
            reason={sinceDenial?.reason ?? ''}
            corrections={(sinceDenial?.changes ?? []).map(({ msg }) => msg)}
            onAdjust={adjust}
          />
        )}
      </LoadedContent>
    </FormDialog>
  );
}

interface FormProps {
  readonly reason: string;
  readonly corrections: readonly string[];
  readonly onAdjust: (text: string) => Promise<void>;
}

function AdjustForm({ reason, corrections, onAdjust }: FormProps) {
  const form = useEditForm({ defaultValues: { newMessage: corrections.join('\n').slice(0, 2000) } });
  return (
    <Form form={form} limits={ChangeInvoice} onSubmit={({ newMessage }) => onAdjust(newMessage)} summary={false}>
      {reason && <p className="muted">Reason for the denial: {reason}</p>}
      <TextAreaField
        name="newMessage"
        label="What was adjusted"
        required="Describe what was adjusted"
        rows={5}
        hint={
          corrections.length > 0
            ? 'Filled in with the corrections since the denial. The office sees this text.'
            : NOTHING
        }
      />
    </Form>
  );
}

const NOTHING = 'Nothing has been corrected since the denial. Explain why the invoice is correct.';
