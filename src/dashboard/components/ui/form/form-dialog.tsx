import { type ComponentProps, type ReactNode, useId } from 'react';
import type { Permission } from '../../../../domain/kernel/rights/permissions.js';
import { mayLeave } from '../../../lib/queue/unsaved.js';
import { ActionButton, Button } from '../button.js';
import { Dialog } from '../overlay/dialog.js';
import { DialogForm } from './form.js';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'footer' | 'busy'> {
  /** The label of the button that submits the form; `Save` by default. */
  readonly submit?: string;
  readonly kind?: 'primary' | 'danger';
  /** Disables the button for users who may not submit, with the reason. */
  readonly permission?: Permission;
  /** While true, the form is being saved: the dialog stays open, also on Cancel. */
  readonly pending: boolean;
  readonly disabledReason?: string | null;
  /** More buttons, before Cancel. */
  readonly extra?: ReactNode;
  /** False if closing loses nothing worth a question, such as a password or a stored draft; otherwise it asks. */
  readonly guarded?: boolean;
  /** There is nothing to save: only Cancel is shown. */
  readonly readOnly?: boolean;
  /** A question: Cancel has the focus. */
  readonly asks?: boolean;
}

/** A dialog with one `Form` inside: Cancel, and the button that submits the form. */
export function FormDialog(props: FormDialogProps) {
  const { submit = 'Save', kind = 'primary', permission, pending, disabledReason = null, extra, ...more } = props;
  const { guarded = true, asks = false, readOnly = false, children, onClose, ...dialog } = more;
  const id = useId();
  const close = guarded ? () => void mayLeave(id).then((isAgreed) => isAgreed && onClose()) : onClose;
  const button = { kind, type: 'submit', form: id, pending, disabledReason, children: submit } as const;
  const footer = (
    <>
      {extra}
      <Button data-autofocus={asks || undefined} onClick={() => pending || close()}>
        Cancel
      </Button>
      {!readOnly && (permission ? <ActionButton {...button} permission={permission} /> : <Button {...button} />)}
    </>
  );
  return (
    <Dialog {...dialog} footer={footer} busy={pending} onClose={close}>
      <DialogForm value={{ id, guarded }}>{children}</DialogForm>
    </Dialog>
  );
}
