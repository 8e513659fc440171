import { Link, Redirect, useSearch } from 'wouter';
import { Icon } from '../../components/icon.js';
import { Loaded } from '../../components/loaded.js';
import { Page } from '../../components/page.js';
import { count, momentOf } from '../../lib/format.js';
import { useMe } from '../../lib/session.js';
import { useApi } from '../../lib/use-api.js';
import { formOf } from '../orders/order-status.js';
import { type Import, kindOf, outcomes } from './import-words.js';
import { RowsNotTaken } from './rows-not-taken.js';
import { UndoImport } from './undo-import.js';
import './imports.css';

const LIST = '/company/imports';

/** One import: what became of its rows, and what stands in the way of undoing it. Without an id the list. */
export function ImportPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  const query = useApi('GET /api/imports/:id', id ? { id } : null);
  if (!id) return <Redirect to={LIST} replace />;
  const found = query.data;
  return (
    <Page
      title="Import"
      heading={found ? `Import ${found.fileName}` : 'Import'}
      back={LIST}
      actions={found && <UndoImport of={found} />}
    >
      <Loaded query={query}>
        {(loaded) => (
          <>
            <InTheWay orders={loaded.inTheWay} />
            <Facts of={loaded} />
            <RowsNotTaken fileName={loaded.fileName} rows={loaded.report} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ of }: { of: Import }) {
  const { timeZone } = useMe();
  const counts = Object.entries(outcomes).map(
    ([name, word]) => [word, count(of.counts[name as keyof typeof outcomes])] as const,
  );
  const facts = [
    ['Kind', kindOf(of)],
    ['Imported by', of.by],
    ['When', momentOf(of.at, timeZone)],
    ...counts,
    ...(of.undoneAt ? [['Undone', `${momentOf(of.undoneAt, timeZone)} by ${of.undoneBy ?? ''}`] as const] : []),
  ] as const;
  return (
    <dl className="record-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function InTheWay({ orders }: { orders: Import['inTheWay'] }) {
  if (orders.length === 0) return null;
  return (
    <section className="notice notice-warning in-the-way" aria-label="In the way of undoing">
      <Icon name="warning" />
      <div>
        <p>This import cannot be undone while these orders have moved on:</p>
        <ul tabIndex={0} aria-label="Orders in the way">
          {orders.map(({ _id, serialNumber, why }) => (
            <li key={_id}>
              <Link href={formOf('company', _id)}>{serialNumber}</Link> {why}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
