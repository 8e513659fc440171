import { useId } from 'react';
import { NO_TEXT } from '../../../domain/comments/rules.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { TextAreaField } from '../../components/form/fields.js';
import { Form } from '../../components/form/form.js';
import { mayLeave } from '../../lib/unsaved.js';
import { type Addressed, useMessageForm } from './use-message-form.js';

interface NewMessageProps extends Addressed {
  /** Whom it goes to and what it is about, in words. */
  readonly about: string;
  readonly onClose: () => void;
}

/** Writes a message; one that could not be sent stays, with the reason. */
export function NewMessageDialog({ about, onClose, ...to }: NewMessageProps) {
  const formId = useId();
  const { form, send } = useMessageForm(to);
  const close = () => void mayLeave().then((agreed) => agreed && onClose());
  const submit = async ({ content }: { content: string }) => {
    await send(content);
    onClose();
  };
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button kind="primary" type="submit" form={formId} pending={form.formState.isSubmitting}>
        Send
      </Button>
    </>
  );
  return (
    <Dialog title="New Message" footer={footer} onClose={close} busy={form.formState.isSubmitting}>
      <p className="muted">{about}</p>
      <Form id={formId} form={form} label="New Message" onSubmit={submit}>
        <TextAreaField name="content" label="Message" required={NO_TEXT} rows={5} />
      </Form>
    </Dialog>
  );
}
