import { useState } from 'react';
import { ChoiceFilter } from '../../../../components/shared/list/filters/choice-chip.js';
import { ShowMore } from '../../../../components/shared/list/show-more.js';
import type { ImportRow } from './use-order-upload.js';
import styles from './upload.module.css';
import { toKeys } from '../../../../../domain/kernel/objects.js';

const states = {
  new: 'New',
  replaced: 'Replaces',
  kept: 'Kept as duplicate',
  exists: 'Exists',
  repeated: 'Repeated',
  refused: 'Refused',
  ...{ unchanged: 'Unchanged', applied: 'Changed', proposed: 'Proposed', held: 'On hold' }, // only uploads by API keys have these
  ...{ older: 'Older', canceled: 'Canceled', waiting: 'Waiting' },
} as const satisfies Record<ImportRow['state'], string>;

const STEP = 100;
const ALERTS = 'alerts';

const fits = (row: ImportRow, filter: string): boolean =>
  filter === '' || (filter === ALERTS ? row.alerts.length > 0 : row.state === filter);

/** The orders of a file and what would happen to each. */
export function PreviewTable({ rows, label }: { rows: readonly ImportRow[]; label: string }) {
  const [filter, setFilter] = useState('');
  const [most, setMost] = useState(STEP);
  const present = toKeys(states).filter((state) => rows.some((row) => row.state === state));
  const choices = [
    ...(rows.some((row) => row.alerts.length > 0) ? [{ _id: ALERTS, name: 'With alerts' }] : []),
    ...present.map((state) => ({ _id: state, name: states[state] })),
  ];
  const matches = rows.filter((row) => fits(row, filter));
  return (
    <>
      <div className="row">
        <ChoiceFilter label="Rows" choices={choices} value={filter} onChange={setFilter} />
      </div>
      <div
        className={`table-scroll ${styles['preview-rows']}`}
        tabIndex={0}
        role="region"
        aria-label={`${label}, rows`}
      >
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Serial #</th>
              <th scope="col">State</th>
              <th scope="col">Shop</th>
              <th scope="col">Model</th>
              <th scope="col">Alerts</th>
            </tr>
          </thead>
          <tbody>
            {matches.slice(0, most).map((row) => (
              <PreviewRow key={row.index} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore shownCount={most} all={matches.length} step={STEP} onMore={setMost} />
    </>
  );
}

const PreviewRow = ({ row }: { row: ImportRow }) => (
  <tr className={row.state === 'refused' ? styles['preview-refused'] : ''}>
    <td>{row.index + 1}</td>
    <td>{row.serialNumber ?? '–'}</td>
    <td className={styles['preview-wide']}>
      {states[row.state]}
      {row.reason && <span className="muted block">{row.reason}</span>}
    </td>
    <td>{row.shop ?? '–'}</td>
    <td>{row.model ?? '–'}</td>
    <td className={styles['preview-wide']}>
      <Alerts texts={row.alerts} />
    </td>
  </tr>
);

function Alerts({ texts }: { texts: readonly string[] }) {
  if (texts.length < 2) return texts[0];
  return (
    <details>
      <summary>{texts.length} alerts</summary>
      <ul>
        {texts.map((text, at) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
    </details>
  );
}
