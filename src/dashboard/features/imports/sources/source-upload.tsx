import { useState } from 'react';
import { FileDrop } from '../../../components/ui/file-drop.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { Section } from '../../../components/ui/section.js';
import { callWithForm } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import type { Source } from './source-words.js';

/** Uploads a file of orders to a source that receives uploads; disabled during an upload. */
export function SourceUpload({ source: { _id: id, lastRun } }: { source: Source }) {
  const { notify } = useNotify('Source');
  const { reason } = useCan('orders.import', { write: true });
  const [pending, setPending] = useState(false);
  const isOpen = lastRun?.state === 'waiting' || lastRun?.state === 'running';
  const upload = async (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.append('file', file);
    setPending(true);
    await notify(callWithForm('POST /api/source/:id/upload', { id }, form, {}));
    setPending(false);
  };
  return (
    <Section title="Upload a file">
      <FileDrop
        label="Upload file"
        accept={['.json', '.csv']}
        busy={pending}
        disabledReason={reason ?? (isOpen ? 'A file of this source is being imported.' : null)}
        onFiles={([file]) => void upload(file)}
      />
    </Section>
  );
}
