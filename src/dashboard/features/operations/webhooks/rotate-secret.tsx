import { useState } from 'react';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { LabeledSelect } from '../../../components/ui/form/inputs/labeled-select.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useSend } from '../../../lib/server/use-api.js';
import { WebhookSecret } from './webhook-secret.js';
import type { Webhook } from './webhook-words.js';

const overlaps = [
  { value: '24', label: 'For 24 hours' },
  { value: '168', label: 'For 7 days' },
  { value: '0', label: 'Not at all' },
] as const;

/** Asks how long the old secret stays valid, then creates a new one and shows it. */
export function RotateSecret({ webhook: { _id: id, name } }: { webhook: Webhook }) {
  const { notify } = useNotify('Webhook');
  const { send, pending } = useSend('POST /api/webhooks/:id/rotate');
  const [asks, setAsks] = useState(false);
  const [overlap, setOverlap] = useState('24');
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const answer = await notify(send({ id, overlapHours: Number(overlap) }));
    if (!answer) return;
    setAsks(false);
    setSecret(answer.secret);
  };
  return (
    <>
      <ActionButton permission="webhook.manage" icon="key" onClick={() => setAsks(true)}>
        Rotate secret
      </ActionButton>
      {asks && (
        <Dialog
          title={`Rotate the secret of ${name}`}
          size="small"
          busy={pending}
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button data-autofocus onClick={() => setAsks(false)}>
                Cancel
              </Button>
              <Button kind="primary" pending={pending} onClick={() => void rotate()}>
                Rotate secret
              </Button>
            </>
          }
        >
          <p>While the old secret is valid, messages have two signatures. A receiver may check either.</p>
          <LabeledSelect label="Old secret stays valid" options={overlaps} value={overlap} onChange={setOverlap} />
        </Dialog>
      )}
      {secret !== null && <WebhookSecret name={name} secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
