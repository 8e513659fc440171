import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { CompanyLogo } from '../../../components/ui/company-logo.js';
import { FileDrop } from '../../../components/ui/file-drop.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { Section } from '../../../components/ui/section.js';
import { callWithForm } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { Company } from './company-values.js';
import styles from './logo-section.module.css';
import type { OwnSaves } from './own-saves.js';

/** Uploads, replaces and removes the company's logo; a removal can be undone. */
export function LogoSection({ company: { _id: id, logo }, own }: { company: Company; own: OwnSaves }) {
  const { notify } = useNotify('Logo');
  const { reason } = useCan('company.write', { write: true });
  const [pending, setPending] = useState(false);
  const upload = async (file: Blob | undefined, name: string) => {
    if (!file) return;
    const form = new FormData();
    form.append('file', file, name);
    setPending(true);
    const answer = await notify(callWithForm('POST /api/company/logo', {}, form, {}));
    setPending(false);
    if (answer) own.reportSaved(answer.item.revision);
  };
  const remove = useRemoving(id, own, (before) => void upload(before, 'logo.png'));
  return (
    <Section title="Logo">
      <div className={styles['logo']}>
        {logo ? (
          <CompanyLogo logo={logo} height={64} alt="The company's logo" />
        ) : (
          <p className="muted">No logo yet.</p>
        )}
        <FileDrop
          label={logo ? 'Replace logo' : 'Upload logo'}
          accept={['.png', '.jpg', '.jpeg', '.webp']}
          hint="PNG, JPEG or WebP, at most 2 MB. Shown on every screen, the sign-in page, work orders, purchase orders and payments."
          busy={pending}
          disabledReason={reason}
          onFiles={([file]) => void upload(file, file?.name ?? '')}
        />
        {logo && (
          <span className="row">
            <ActionButton
              permission="company.write"
              icon="trash"
              pending={remove.pending}
              onClick={() => void remove.start(logo.url)}
            >
              Remove logo
            </ActionButton>
          </span>
        )}
      </div>
    </Section>
  );
}

/** Removes the logo; Undo uploads it again. */
function useRemoving(id: string, saves: OwnSaves, restore: (before: Blob) => void) {
  const toast = useToast();
  const { report } = useNotify('Logo');
  const { send, pending } = useSend('DELETE /api/company/logo/delete/:id');
  const start = async (url: string) => {
    const before = await fetch(url).then(
      (answer) => (answer.ok ? answer.blob() : null),
      () => null,
    );
    await report(async () => {
      const answer = await send({ id });
      saves.reportSaved(answer.item.revision);
      toast.success(answer.msg, before ? () => restore(before) : undefined);
    });
  };
  return { start, pending };
}
