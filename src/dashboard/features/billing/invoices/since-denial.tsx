import { LoadedContent } from '../../../components/ui/loaded.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { Invoice } from '../invoice-types.js';
import styles from './invoices.module.css';
import messageStyles from '../../../components/shared/messages/messages.module.css';

type Denial = NonNullable<Invoice['sinceDenial']>;

/** Why an invoice was denied, and what was changed since. */
export function SinceDenial({ denial }: { denial: Denial }) {
  const { timeZone } = useMe();
  return (
    <section className={styles['since-denial']} aria-labelledby="since-denial">
      <h2 id="since-denial">Since the denial</h2>
      <p>
        Denied by {denial.madeBy}, {formatMoment(denial.date, timeZone)}
        {denial.reason ? `: ${denial.reason}` : ''}
      </p>
      <Changes denial={denial} />
    </section>
  );
}

function Changes({ denial: { changes } }: { denial: Denial }) {
  if (changes.length === 0) return <p className="muted">Nothing has changed since.</p>;
  return (
    <ul>
      {changes.map(({ _id, msg, officeOnly }) => (
        <li key={_id} className={messageStyles['message-text']}>
          {msg}
          {officeOnly && <span className="muted"> (office only)</span>}
        </li>
      ))}
    </ul>
  );
}

/** The same for an Adjusted invoice, loaded for the confirmation of its approval. */
export function LoadedSinceDenial({ id }: { id: string }) {
  const query = useApi('GET /api/invoice/findbyid/:id', { id });
  return (
    <LoadedContent query={query} lines={2}>
      {({ sinceDenial }) => sinceDenial && <Changes denial={sinceDenial} />}
    </LoadedContent>
  );
}
