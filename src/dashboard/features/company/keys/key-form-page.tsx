import { useState } from 'react';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { SecretDialog } from '../../../components/ui/overlay/secret-dialog.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { KeyForm } from './key-form.js';
import { KeySecrets } from './key-secrets.js';
import { getPaths, historyWords, type Key } from './key-values.js';

/** An API key: what it may do, its secrets, and its history. A new secret is shown once. */
export function KeyFormPage() {
  const { list } = getPaths(useMe().role);
  const { id } = useRecordAddress();
  const query = useApi('GET /api/keys/:id', id ? { id } : null);
  const [secret, setSecret] = useState<{ readonly text: string; readonly isNew: boolean } | null>(null);
  const close = () => {
    setSecret(null);
    if (secret?.isNew) goBack(list);
  };
  return (
    <RecordPage
      what="API Key"
      list={list}
      query={query}
      getName={({ name }) => name}
      actions={(key) => key.status !== 'revoked' && <RotateButton apiKey={key} onSecret={setSecret} />}
      end={(key) => key.status !== 'revoked' && <RevokeButton apiKey={key} />}
    >
      {(key) => (
        <>
          {key && <KeySecrets apiKey={key} />}
          <KeyForm key={key?._id} apiKey={key} list={list} onSecret={(text) => setSecret({ text, isNew: true })} />
          {key && <HistoryToggle id={key._id} words={historyWords} />}
          {secret && (
            <SecretDialog
              title="Your API key"
              label="API key"
              secret={secret.text}
              advice="Copy this key now and store it where only the program can read it."
              onClose={close}
            >
              <p className="muted">Programs send it with every request, in the header Authorization: Bearer.</p>
            </SecretDialog>
          )}
        </>
      )}
    </RecordPage>
  );
}

interface RotateButtonProps {
  readonly apiKey: Key;
  readonly onSecret: (secret: { readonly text: string; readonly isNew: boolean }) => void;
}

function RotateButton({ apiKey: { _id: id, name }, onSecret }: RotateButtonProps) {
  const confirm = useConfirm();
  const { notify } = useNotify('API key');
  const { send, pending } = useSend('POST /api/keys/:id/rotate');
  const start = async () => {
    const details =
      'The new key is shown once. The old one works for another 24 hours, unless its creator has lost permissions.';
    if (!(await confirm({ message: 'Rotate API Key?', record: `API key ${name}`, details, yes: 'Rotate' }))) return;
    const rotatedKey = await notify(send({ id }));
    if (rotatedKey) onSecret({ text: rotatedKey.key, isNew: false });
  };
  return (
    <ActionButton permission="keys.manage" icon="refresh" pending={pending} onClick={() => void start()}>
      Rotate
    </ActionButton>
  );
}

function RevokeButton({ apiKey: { _id: id, name } }: { readonly apiKey: Key }) {
  const confirm = useConfirm();
  const { notify } = useNotify('API key');
  const { send, pending } = useSend('POST /api/keys/:id/revoke');
  const start = async () => {
    const question = { message: 'Revoke API Key?', record: `API key ${name}`, yes: 'Revoke', danger: true };
    const details = 'Programs that use it stop working immediately. This cannot be undone.';
    if (await confirm({ ...question, details })) await notify(send({ id }));
  };
  return (
    <ActionButton permission="keys.manage" icon="ban" pending={pending} onClick={() => void start()}>
      Revoke
    </ActionButton>
  );
}
