import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { Form } from '../../ui/form/form.js';
import type { Saving } from '../record/use-record-save.js';
import { limits } from './rate-values.js';

interface BaseStyleFrameProps<T extends FieldValues> {
  readonly title: string;
  readonly saving: Saving<T>;
  /** Whether the user may save. */
  readonly allowed: boolean;
  readonly pending: boolean;
  /** Shows the effect of saving, left of Cancel and Save. */
  readonly preview: ReactNode;
  readonly history: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog for a base style's standard or shop values; it stays open while saving. */
export function BaseStyleFrame<T extends FieldValues>(props: BaseStyleFrameProps<T>) {
  const { title, saving, allowed, pending, preview, history, onClose, children } = props;
  const { form, save, onRefused, dialog } = saving;
  const formId = useId();
  return (
    <>
      <Dialog
        title={title}
        busy={pending}
        footer={
          <>
            {preview}
            <Button onClick={onClose}>Cancel</Button>
            {allowed && (
              <Button kind="primary" type="submit" form={formId} pending={pending}>
                Save
              </Button>
            )}
          </>
        }
        onClose={onClose}
      >
        <Form
          id={formId}
          form={form}
          limits={limits}
          onSubmit={save}
          onRefused={onRefused}
          guarded={false}
          label="Base style"
        >
          {children}
        </Form>
        {history}
      </Dialog>
      {dialog}
    </>
  );
}
