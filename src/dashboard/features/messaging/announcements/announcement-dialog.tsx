import { useId } from 'react';
import { AnnouncementFields } from '../../../../domain/messaging/announcements/schema.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { CheckField, TextAreaField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import type { Output } from '../../../lib/server/api.js';
import { mayLeave } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';

type Announcement = Output<'POST /api/announcement'>['item'];

interface AnnouncementDialogProps {
  /** The announcement being changed; null to add one. */
  readonly announcement: Announcement | null;
  /** Whether a new one is company-specific by default. */
  readonly forCompany: boolean;
  readonly onClose: () => void;
}

const labels = { msg: 'Message', storMorSpecific: 'Company-specific' } as const;

/** Adds or changes an announcement. */
export function AnnouncementDialog({ announcement, forCompany, onClose }: AnnouncementDialogProps) {
  const formId = useId();
  const { form, save, onRefused, dialog } = useAnnouncementSave({ announcement, forCompany, onClose });
  const close = () => void mayLeave().then((agreed) => agreed && onClose());
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button kind="primary" type="submit" form={formId} pending={form.formState.isSubmitting}>
        Save
      </Button>
    </>
  );
  return (
    <>
      <Dialog title={announcement ? 'Edit Announcement' : 'Add Announcement'} footer={footer} onClose={close}>
        <Form
          id={formId}
          form={form}
          limits={AnnouncementFields}
          onSubmit={save}
          onRefused={onRefused}
          label="Announcement"
        >
          <TextAreaField name="msg" label={labels.msg} required="Please enter a message" rows={6} />
          <CheckField
            name="storMorSpecific"
            label={labels.storMorSpecific}
            hint="Select to show it only to the office. Otherwise all shops see it."
          />
        </Form>
      </Dialog>
      {dialog}
    </>
  );
}

function useAnnouncementSave({ announcement, forCompany, onClose }: AnnouncementDialogProps) {
  const add = useSend('POST /api/announcement');
  const change = useSend('PUT /api/announcement/update/:id');
  return useRecordSave({
    record: announcement,
    toValues: (one: Announcement | null) => ({
      msg: one?.msg ?? '',
      storMorSpecific: one?.storMorSpecific ?? forCompany,
    }),
    area: 'Announcement is not updated:',
    what: 'Announcement',
    labels,
    format: (_, value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)),
    store: (values, revision) =>
      announcement
        ? change.send({ id: announcement._id, revision: revision ?? announcement.revision, ...values })
        : add.send(values),
    onSaved: onClose,
  });
}
