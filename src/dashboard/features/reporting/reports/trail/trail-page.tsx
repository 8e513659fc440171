import { capitalize, MOST_COUNTED, nameRecordKind, sourceLabels } from '../../../../../domain/reporting/trail/rules.js';
import { Facts } from '../../../../components/ui/facts.js';
import { LinkButton } from '../../../../components/shared/link-button.js';
import { DataList } from '../../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../../components/shared/list/list-types.js';
import { RecordLink } from '../../../../components/shared/record/record-link.js';
import { Page } from '../../../../components/ui/page.js';
import { count, countHeading, formatMoment } from '../../../../lib/format.js';
import { useMe } from '../../../../lib/server/session.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { ReportExport } from '../report-export.js';
import { ReportViews } from '../report-views.js';
import { Changes, type Entry } from './changes.js';
import { TrailFilterChips } from './trail-filters.js';
import { linkRecord } from './trail-links.js';
import styles from './trail.module.css';
import { useTrail } from './use-trail.js';

const nameRecord = ({ record, records }: Entry): string =>
  [record?.name ?? '', records > 1 ? `and ${count(records - 1)} more` : ''].filter(Boolean).join(' ');

function RecordName({ entry }: { readonly entry: Entry }) {
  const { record, records, recordKind, action } = entry;
  const name = nameRecord(entry);
  const link = record && records === 1 ? linkRecord(recordKind, record._id, action) : null;
  return (
    <span className={styles['record']}>
      <span className="muted">{nameRecordKind(recordKind)}</span>
      {link ? <RecordLink href={link}>{name || 'Open'}</RecordLink> : <span>{name}</span>}
    </span>
  );
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

const columnsIn = (timeZone: string): readonly ColumnDef<Entry>[] => [
  { field: 'at', header: 'Time', fixed: true, body: ({ at }) => formatMoment(at, timeZone) },
  { field: 'by', header: 'User', body: ({ by }) => by.name },
  { field: 'action', header: 'Action', body: ({ action }) => capitalize(action) },
  { field: 'record', header: 'Record', body: (entry) => <RecordName entry={entry} />, fact: nameRecord },
  { field: 'changes', header: 'Changes', body: ({ changes }) => <Changes changes={changes} />, fact: null },
  {
    field: 'amount',
    header: 'Amount',
    align: 'right',
    body: ({ amount }) => (amount === null ? '' : dollars.format(amount)),
  },
  { field: 'source', header: 'Source', body: describeSource },
  { field: 'shop', header: 'Shop', hidden: true, body: ({ shop }) => shop?.name ?? '' },
];

function describeSource({ source, origin }: Entry) {
  return (
    <span className={styles['record']}>
      {sourceLabels[source]}
      {origin !== null && <span className="muted">{origin}</span>}
    </span>
  );
}

/**
 * The audit trail: every change of every record with who, what and from where. It can be filtered, saved as a view,
 * scheduled and exported.
 */
export function TrailPage() {
  const { list, query: filterQuery, report } = useTrail();
  const query = useApi('GET /api/trail', filterQuery);
  const { timeZone } = useMe();
  const { filters } = list;
  const heading = query.data?.more
    ? `More than ${count(MOST_COUNTED)} Changes`
    : countHeading(query.data?.total, 'Change');
  return (
    <Page
      title="Audit Trail"
      heading={heading}
      actions={
        <>
          <ReportViews report="trail" filter={report} />
          <ReportExport report="trail" filter={report} rows={query.data?.total} />
        </>
      }
    >
      <DataList
        name="trail"
        label="Changes"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 200]}
        filters={
          <TrailFilterChips filters={filters} onChange={(change) => list.set({ filters: { ...filters, ...change } })} />
        }
        preview={{
          title: (entry) => `${capitalize(entry.action)}: ${nameRecordKind(entry.recordKind)} ${nameRecord(entry)}`,
          name: ({ action, by, at }) => `${capitalize(action)}, ${by.name}, ${formatMoment(at, timeZone)}`,
          content: (entry) => <EntryDetails entry={entry} timeZone={timeZone} />,
        }}
        empty="No changes. Try another range or fewer filters."
      />
    </Page>
  );
}

function EntryDetails({ entry, timeZone }: { readonly entry: Entry; readonly timeZone: string }) {
  const { at, by, action, record, shop, source, origin, amount, changes } = entry;
  return (
    <>
      <Facts
        facts={[
          ['Time', formatMoment(at, timeZone)],
          ['User', by.name],
          ['Action', capitalize(action)],
          ['Record', <RecordName key="record" entry={entry} />],
          ['Shop', shop?.name],
          ['Source', [sourceLabels[source], origin].filter(Boolean).join(', ')],
          ['Largest amount', amount === null ? '' : dollars.format(amount)],
        ]}
      />
      {changes.length > 0 && <h3>Changes</h3>}
      <Changes changes={changes} whole />
      {record && (
        <LinkButton href={`/company/admin/trail?record=${record._id}&from=1990-01-01`}>
          All changes to this record
        </LinkButton>
      )}
    </>
  );
}
