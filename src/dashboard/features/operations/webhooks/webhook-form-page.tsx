import { ActionButton } from '../../../components/ui/button.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useMe } from '../../../lib/server/session.js';
import { formatMoment } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { RotateSecret } from './rotate-secret.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookForm } from './webhook-form.js';
import { describeTypes, Problem, type Webhook, webhookList } from './webhook-words.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

/** A webhook: where events are sent, its secret, and its deliveries. */
export function WebhookFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/webhooks/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/webhooks/:id');
  return (
    <RecordPage
      what="Webhook"
      list={webhookList}
      query={query}
      getName={({ name }) => name}
      deletion={{
        permission: 'webhook.manage',
        call: remove,
        area: 'Webhook',
        name: (webhook) => `webhook ${webhook.name} with its deliveries`,
      }}
      actions={(webhook) => (
        <>
          <RotateSecret webhook={webhook} />
          <Pause webhook={webhook} />
          <SendTest webhook={webhook} />
        </>
      )}
    >
      {(webhook) => (
        <>
          {webhook && <State webhook={webhook} />}
          <WebhookForm key={webhook?._id} webhook={webhook} />
          {webhook && <WebhookDeliveries id={webhook._id} isPaused={webhook.paused} />}
          {webhook && <HistoryToggle id={webhook._id} words={words} />}
        </>
      )}
    </RecordPage>
  );
}

const words = {
  name: ['Name'],
  address: ['Address'],
  shop: ['Shop', (shop: Webhook['shop']) => shop?.name ?? 'All shops'],
  types: ['Events', (types: Webhook['types']) => (types ? types.join(', ') : describeTypes(null))],
  owner: ['Notified when it fails', (owner: Webhook['owner']) => owner?.name ?? 'Office Admins'],
  paused: ['Paused', formatYesNo],
  secretSetAt: ['Secret created'],
} as const;

function State({ webhook: { problem, paused, oldSecretUntil } }: { webhook: Webhook }) {
  const { timeZone } = useMe();
  return (
    <>
      <Problem text={problem} />
      {paused && problem === null && <p>This webhook is paused. Events wait until you resume it.</p>}
      {oldSecretUntil && <p>The old secret is valid until {formatMoment(oldSecretUntil, timeZone)}.</p>}
    </>
  );
}

function Pause({ webhook: { _id: id, paused } }: { webhook: Webhook }) {
  const { notify } = useNotify('Webhook');
  const pause = useSend('POST /api/webhooks/:id/pause');
  const resume = useSend('POST /api/webhooks/:id/resume');
  const { send, pending } = paused ? resume : pause;
  return (
    <ActionButton
      permission="webhook.manage"
      icon={paused ? 'refresh' : 'pause'}
      pending={pending}
      onClick={() => void notify(send({ id }))}
    >
      {paused ? 'Resume' : 'Pause'}
    </ActionButton>
  );
}

function SendTest({ webhook: { _id: id, paused } }: { webhook: Webhook }) {
  const { notify } = useNotify('Webhook');
  const { send, pending } = useSend('POST /api/webhooks/:id/test');
  return (
    <ActionButton
      permission="webhook.manage"
      icon="megaphone"
      pending={pending}
      disabledReason={paused ? 'This webhook is paused.' : null}
      onClick={() => void notify(send({ id }))}
    >
      Send test
    </ActionButton>
  );
}
