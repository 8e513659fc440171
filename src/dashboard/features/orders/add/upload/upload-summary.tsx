import { Button } from '../../../../components/ui/button.js';
import { Icon } from '../../../../components/ui/icon.js';
import { count, formatMoment } from '../../../../lib/format.js';
import { useMe } from '../../../../lib/server/session.js';
import {
  type OrderFile,
  refusedCsv,
  refusedJson,
  type RefusedRow,
} from '../../../../components/shared/imports/order-file.js';
import { saveText } from '../../../../components/shared/imports/save-text.js';
import type { ImportResult } from './use-order-upload.js';
import styles from './upload.module.css';
import { toKeys } from '../../../../../domain/kernel/objects.js';

interface SummaryProps {
  readonly file: OrderFile;
  readonly result: ImportResult;
  /** Set after the upload; before it, the counts are a preview. */
  readonly isDone?: boolean;
}

const words = {
  new: 'new',
  replaced: 'replaced',
  kept: 'kept as duplicates',
  skipped: 'skipped',
  refused: 'refused',
  withAlerts: 'with alerts',
} as const;

/** The result counts of a file's orders; refused orders can be downloaded. */
export function UploadSummary({ file, result, isDone = false }: SummaryProps) {
  const { counts, seenBefore } = result;
  const names = toKeys(words);
  const visibleCounts = names.filter((name) => name === 'new' || counts[name] > 0);
  return (
    <div className={styles['upload-summary']}>
      <p className="row">
        <strong>{file.name}</strong>
        {visibleCounts.map((name) => (
          <span key={name}>
            {count(counts[name])} {words[name]}
          </span>
        ))}
        {isDone && result.import === null && <span className="muted">{result.msg}</span>}
      </p>
      {seenBefore && !isDone && <SeenBefore at={seenBefore} />}
      {counts.refused > 0 && <RefusedRows file={file} result={result} />}
    </div>
  );
}

function SeenBefore({ at }: { at: string }) {
  const { timeZone } = useMe();
  return (
    <p className="notice notice-warning">
      <Icon name="warning" />
      <span>This file was already uploaded on {formatMoment(at, timeZone)}.</span>
    </p>
  );
}

function RefusedRows({ file, result }: SummaryProps) {
  const refusedRows = result.rows
    .filter((row) => row.state === 'refused')
    .map(({ index, reason }): RefusedRow => ({ row: file.rows[index], reason: reason ?? '' }));
  const name = `${file.name.replace(/\.json$/i, '')}-refused`;
  return (
    <p className="row">
      <span>Download refused rows with reasons:</span>
      <Button
        small
        icon="download"
        aria-label={`JSON: refused rows of ${file.name}`}
        onClick={() => saveText(`${name}.json`, 'application/json', refusedJson(refusedRows))}
      >
        JSON
      </Button>
      <Button
        small
        icon="download"
        aria-label={`CSV: refused rows of ${file.name}`}
        onClick={() => saveText(`${name}.csv`, 'text/csv', refusedCsv(refusedRows))}
      >
        CSV
      </Button>
    </p>
  );
}
