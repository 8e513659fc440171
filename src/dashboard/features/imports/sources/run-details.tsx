import { Link } from 'wouter';
import { Facts } from '../../../components/ui/facts.js';
import { Money } from '../../../components/shared/money.js';
import { ActionButton } from '../../../components/ui/button.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { count } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { describeCounts, type Run, stateLabels } from './source-words.js';
import styles from './sources.module.css';

type Details = Output<'GET /api/source/run/:id'>;

/** A run at a glance: its result, its findings, and why it waits for a decision. */
export function RunDetails({ run }: { run: Run }) {
  const query = useApi('GET /api/source/run/:id', { id: run._id });
  return (
    <>
      <Facts
        facts={[
          ['Status', stateLabels[run.state]],
          ['Read', count(run.readCount)],
          ['Result', describeCounts(run.counts)],
        ]}
      />
      <LoadedContent query={query}>{(details) => <RunFindings details={details} />}</LoadedContent>
    </>
  );
}

function RunFindings({ details }: { details: Details }) {
  const { message, findings, refused, brake } = details;
  return (
    <>
      {message !== null && <p>{message}</p>}
      {brake && <WaitingRun details={details} brake={brake} />}
      {findings.length > 0 && (
        <section>
          <h3>Findings</h3>
          <ul>
            {findings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {refused.length > 0 && (
        <section>
          <h3>Rows that could not be read</h3>
          <ul>
            {refused.map(({ externalId, serialNumber, reason }, n) => (
              <li key={n}>
                {serialNumber ?? externalId ?? 'No ID'}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** What a waiting run would change, with the buttons to decide. */
function WaitingRun({ details, brake }: { details: Details; brake: NonNullable<Details['brake']> }) {
  const { _id: id, state, releasedBy } = details;
  const more = brake.changed - brake.examples.length;
  return (
    <section>
      <h3>{state === 'braked' ? 'Waiting for you' : 'Waited for a decision'}</h3>
      <Facts
        facts={[
          ['Open orders', count(brake.open)],
          ['Changed orders', count(brake.changed)],
          ['Canceled', count(brake.canceled)],
          ['Amounts change by', <Money key="moved" value={brake.moved} />],
          ...(releasedBy === null ? [] : [['Accepted by', releasedBy] as const]),
        ]}
      />
      <ul className={styles['waiting']}>
        {brake.examples.map(({ orderId, serialNumber, labels }) => (
          <li key={orderId}>
            <Link href={`/company/order/form?id=${orderId}`}>{serialNumber}</Link>: {labels.join(', ')}
          </li>
        ))}
        {more > 0 && <li className="muted">{count(more)} more</li>}
      </ul>
      {state === 'braked' && <Decision id={id} />}
    </section>
  );
}

function Decision({ id }: { id: string }) {
  const toast = useToast();
  const release = useSend('POST /api/source/run/:id/release');
  const discard = useSend('POST /api/source/run/:id/discard');
  const decide = async ({ send }: typeof release | typeof discard) => {
    try {
      toast.success((await send({ id })).msg);
    } catch (error) {
      toast.error(describeFailure('Sources', error));
    }
  };
  return (
    <p className="row">
      <ActionButton
        permission="orders.edit"
        kind="primary"
        pending={release.pending}
        onClick={() => void decide(release)}
      >
        Accept the changes
      </ActionButton>
      <ActionButton permission="orders.edit" pending={discard.pending} onClick={() => void decide(discard)}>
        Discard
      </ActionButton>
    </p>
  );
}
