import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { ShowMore } from '../../../components/shared/list/show-more.js';
import { count } from '../../../lib/format.js';
import { refusedCsv } from '../../../components/shared/imports/order-file.js';
import { saveText } from '../../../components/shared/imports/save-text.js';
import type { Import } from '../import-words.js';
import styles from './rows.module.css';

const STEP = 200;

type Rows = Import['report'];

/** The skipped and refused rows of a file with the reasons; they can be downloaded. */
export function RowsNotTaken({ fileName, rows }: { fileName: string; rows: Rows }) {
  const [most, setMost] = useState(STEP);
  if (rows.length === 0) return <p className="muted">All rows of the file were imported.</p>;
  const save = () => saveText(`${fileName.replace(/\.\w+$/, '')}-not-taken.csv`, 'text/csv', toCsv(rows));
  return (
    <section aria-labelledby="rows-not-taken">
      <div className={`row ${styles['import-section']}`}>
        <h2 id="rows-not-taken">Skipped and refused rows</h2>
        <Button small icon="download" onClick={save}>
          CSV with reasons
        </Button>
      </div>
      <div
        className={`table-scroll ${styles['import-rows']}`}
        tabIndex={0}
        role="region"
        aria-label="Rows not imported"
      >
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Serial #</th>
              <th scope="col">State</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map(({ index, serialNumber, state, reason }) => (
              <tr key={index}>
                <td>{count(index + 1)}</td>
                <td>{serialNumber ?? '–'}</td>
                <td>{formatWord(state)}</td>
                <td className={styles['import-reason']}>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore shownCount={most} all={rows.length} step={STEP} onMore={setMost} />
    </section>
  );
}

const toCsv = (rows: Rows): string =>
  refusedCsv(
    rows.map(({ index, serialNumber, state, reason }) => ({ row: { row: index + 1, serialNumber, state }, reason })),
  );

const words: Readonly<Record<string, string>> = {
  exists: 'Skipped: exists',
  repeated: 'Skipped: duplicate',
  refused: 'Refused',
};
const formatWord = (state: string): string => words[state] ?? state;
