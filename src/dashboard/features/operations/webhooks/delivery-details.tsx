import { Facts } from '../../../components/ui/facts.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { count, formatMoment } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { type Delivery, stateLabels } from './webhook-words.js';
import styles from './webhooks.module.css';

type Attempt = Output<'GET /api/webhooks/:id/deliveries/:delivery'>['log'][number];

/** A message at a glance: its body, and each attempt with its answer. */
export function DeliveryDetails({ webhook: id, delivery }: { webhook: string; delivery: Delivery }) {
  const query = useApi('GET /api/webhooks/:id/deliveries/:delivery', { id, delivery: delivery._id });
  const { timeZone } = useMe();
  return (
    <>
      <Facts
        facts={[
          ['Status', stateLabels[delivery.state]],
          ['Event', formatMoment(delivery.at, timeZone)],
          ['Next attempt', formatMoment(delivery.nextAt, timeZone)],
          ['Message ID', <code key="id">{delivery._id}</code>],
        ]}
      />
      <LoadedContent query={query}>
        {({ body, log }) => (
          <>
            <h3>Body</h3>
            <Code>{body}</Code>
            {log.map((attempt, n) => (
              <AttemptSection key={attempt.at} attempt={attempt} n={log.length - n} timeZone={timeZone} />
            ))}
          </>
        )}
      </LoadedContent>
    </>
  );
}

function AttemptSection({ attempt, n, timeZone }: { attempt: Attempt; n: number; timeZone: string }) {
  const { at, milliseconds, address, headers, status, answer, error } = attempt;
  return (
    <section>
      <h3>
        Attempt {n}, {formatMoment(at, timeZone)}
      </h3>
      <Facts
        facts={[
          ['Answer', error ?? `${status}`],
          ['Time', `${count(milliseconds)} ms`],
        ]}
      />
      <Code>
        {[`POST ${address}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')}
      </Code>
      {answer && <Code>{answer}</Code>}
    </section>
  );
}

/** Preformatted text from a machine. */
const Code = ({ children }: { children: string }) => <code className={styles['code']}>{children}</code>;
