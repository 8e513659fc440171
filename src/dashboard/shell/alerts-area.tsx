import { useState } from 'react';
import { Button } from '../components/button.js';
import { Failure } from '../components/empty-state.js';
import { Icon } from '../components/icon.js';
import { useToast } from '../components/toast.js';
import { failureOf } from '../lib/failure.js';
import { HOUR, useApi, useSend } from '../lib/use-api.js';

const FIRST = 3;

/** The unread alerts, each until it is marked read. */
export function AlertsArea() {
  const { data, error, refresh } = useApi('GET /api/alert/unread', {}, { refreshInterval: HOUR });
  const [all, setAll] = useState(false);
  const alerts = data?.items ?? [];
  if (error && !data) return <Failure error={error} onRetry={() => void refresh()} />;
  if (alerts.length === 0) return null;
  return (
    <section className="alerts" aria-label="Alerts">
      <ul>
        {(all ? alerts : alerts.slice(0, FIRST)).map((alert) => (
          <Alert key={alert._id} id={alert._id} content={alert.content} />
        ))}
      </ul>
      {alerts.length > FIRST && (
        <Button kind="text" small aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${alerts.length} alerts`}
        </Button>
      )}
    </section>
  );
}

function Alert({ id, content }: { id: string; content: string }) {
  const toast = useToast();
  const { send, pending } = useSend('PUT /api/alert/update/read/:id', { refresh: ['/api/alert'] });
  const read = () => send({ id }).catch((error: unknown) => toast.error(failureOf('Alert', error)));
  return (
    <li>
      <Icon name="bell" />
      <span className="grow">{content}</span>
      <Button small pending={pending} aria-label={`Mark Read: ${content}`} onClick={() => void read()}>
        Mark Read
      </Button>
    </li>
  );
}
