import { Link, Redirect, useSearch } from 'wouter';
import { Facts } from '../../components/ui/facts.js';
import { Icon } from '../../components/ui/icon.js';
import { LoadedContent } from '../../components/ui/loaded.js';
import { Page } from '../../components/ui/page.js';
import { RecordCard } from '../../components/ui/record-layout.js';
import { count, formatMoment } from '../../lib/format.js';
import { useMe } from '../../lib/server/session.js';
import { onlyRecord, useApi } from '../../lib/server/use-api.js';
import { useSide } from '../../lib/use-side.js';
import { getForm } from '../../components/shared/orders/order-status.js';
import { HiddenRowsNotice } from './rows/hidden-rows.js';
import { ImportChoicesText } from './import-choices-text.js';
import { type Import, isOrders, isPartsUpdate, getKind, getOutcomes } from './import-words.js';
import { keptText } from './rows/row-words.js';
import { RowsNotTaken } from './rows/rows-not-taken.js';
import { StagedRows } from './rows/staged-rows.js';
import { UndoImport } from './undo-import.js';
import styles from './imports.module.css';

/** One import: the result of each row, and what prevents an undo. Without an ID, the list. */
export function ImportPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  const list = `/${useSide()}/imports`;
  const query = onlyRecord(useApi('GET /api/imports/:id', id ? { id } : null), id);
  if (!id) return <Redirect to={list} replace />;
  const record = query.data;
  return (
    <Page
      title="Import"
      heading={record ? `Import ${record.fileName}` : 'Import'}
      back={list}
      actions={record && <UndoImport of={record} />}
    >
      <LoadedContent query={query}>
        {(item) => (
          <>
            <UndoBlockers of={item} />
            <ImportFacts of={item} />
            {item.paged && <RowsOfSheets key={item._id} id={item._id} />}
            {isPartsUpdate(item) && <UpdatedSheds rows={item.report} />}
            {!item.paged && !isPartsUpdate(item) && <RowsNotTaken fileName={item.fileName} rows={item.report} />}
          </>
        )}
      </LoadedContent>
    </Page>
  );
}

/** The parts of each shed before and after the update. */
function UpdatedSheds({ rows }: { rows: Import['report'] }) {
  return (
    <ul aria-label="Updated sheds">
      {rows.map(({ index, reason }) => (
        <li key={index}>{reason}</li>
      ))}
    </ul>
  );
}

/** The rows of a spreadsheet as compared, and whose values it changed. */
function RowsOfSheets({ id }: { id: string }) {
  const query = useApi('GET /api/imports/:id/staged', { id });
  return (
    <LoadedContent query={query}>
      {(upload) => (
        <>
          <p>
            <ImportChoicesText kind={upload.kind} options={upload.options} />
          </p>
          <HiddenRowsNotice staged={upload} />
          {keptText(upload) && <p className="muted">{keptText(upload)}</p>}
          <StagedRows staged={upload} />
        </>
      )}
    </LoadedContent>
  );
}

function ImportFacts({ of }: { of: Import }) {
  const { timeZone } = useMe();
  const counts = getOutcomes(of).map(([word, n]) => [word.charAt(0).toUpperCase() + word.slice(1), count(n)] as const);
  const facts = [
    ['Kind', getKind(of)],
    ['Imported by', of.by],
    ['When', formatMoment(of.at, timeZone)],
    ...counts,
    ...(of.undoneAt ? [['Undone', `${formatMoment(of.undoneAt, timeZone)} by ${of.undoneBy ?? ''}`] as const] : []),
  ] as const;
  return (
    <RecordCard title="Details">
      <Facts facts={facts} />
    </RecordCard>
  );
}

function UndoBlockers({ of }: { of: Import }) {
  if (of.inTheWay.length === 0) return null;
  return (
    <section className={`notice notice-warning ${styles['in-the-way']}`} aria-label="Why this import cannot be undone">
      <Icon name="warning" />
      <div>
        <p>{isOrders(of) ? 'Cannot undo because these orders have changed:' : 'Cannot undo because:'}</p>
        <ul tabIndex={0} aria-label="Records that prevent undoing">
          {of.inTheWay.map(({ _id, name, why }) => (
            <li key={_id ?? `${name} ${why}`}>
              {_id && isOrders(of) ? <Link href={getForm('company', _id)}>{name}</Link> : name} {why}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
