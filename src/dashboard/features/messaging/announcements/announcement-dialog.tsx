import { AnnouncementFields } from '../../../../domain/messaging/announcements/schema.js';
import { RecordDialog } from '../../../components/shared/record/record-dialog.js';
import { CheckField, TextAreaField } from '../../../components/ui/form/fields.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import type { Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

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
  const saving = useAnnouncementSave({ announcement, forCompany, onClose });
  return (
    <RecordDialog
      saving={saving}
      limits={AnnouncementFields}
      label="Announcement"
      title={announcement ? 'Edit Announcement' : 'Add Announcement'}
      onClose={onClose}
    >
      <TextAreaField name="msg" label={labels.msg} required="Please enter a message" rows={6} />
      <CheckField
        name="storMorSpecific"
        label={labels.storMorSpecific}
        hint="Select to show it only to the office. Otherwise all shops see it."
      />
    </RecordDialog>
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
    format: (_, value) => (typeof value === 'boolean' ? formatYesNo(value) : String(value)),
    store: (values, revision) =>
      announcement
        ? change.send({ id: announcement._id, revision: revision ?? announcement.revision, ...values })
        : add.send(values),
    onSaved: onClose,
  });
}
