import { Link } from 'wouter';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/overlay/dialog.js';
import { Icon } from '../../components/ui/icon.js';
import { PlainTable } from '../../components/ui/table/plain-table.js';
import { StatusTag } from '../../components/shared/status-tag.js';
import type { Output } from '../../lib/server/api.js';
import { getForm, kindNames, type Outcome } from './approval-words.js';
import type { TickedRecords } from './selection.js';
import styles from './approvals.module.css';

interface ResultsProps {
  /** The records of the decision, as they were at that time. */
  readonly rows: TickedRecords;
  readonly answer: Output<'POST /api/approvals/decide'>;
  readonly onClose: () => void;
}

const columns = [{ header: 'Invoice' }, { header: 'Shop' }, { header: 'Result' }, { header: 'Current status' }];

/** The result for each record of a batch, with undecided ones first. */
export function ResultsDialog({ rows, answer, onClose }: ResultsProps) {
  const results = answer.results.toSorted((a, b) => Number(a.done) - Number(b.done));
  return (
    <Dialog
      title={answer.msg}
      size="large"
      footer={
        <Button data-autofocus kind="primary" onClick={onClose}>
          Done
        </Button>
      }
      onClose={onClose}
    >
      <PlainTable
        label="Results"
        columns={columns}
        rows={results.map((result) => ({
          key: result._id,
          cells: [
            <Name key="name" result={result} rows={rows} onOpen={onClose} />,
            rows.get(result._id)?.shop.name,
            <Result key="result" result={result} />,
            result.now ? <StatusTag key="now" of="invoice" status={result.now.status} /> : 'Deleted',
          ],
        }))}
      />
    </Dialog>
  );
}

function Name({ result, rows, onOpen }: { result: Outcome; rows: TickedRecords; onOpen: () => void }) {
  const name = `${kindNames[result.kind]} ${rows.get(result._id)?.invoiceNumber ?? ''}`;
  return result.now ? (
    <Link href={getForm(result)} onClick={onOpen}>
      {name}
    </Link>
  ) : (
    name
  );
}

const Result = ({ result: { done, msg } }: { result: Outcome }) => (
  <span className={done ? styles['result-done'] : styles['result-kept']}>
    <Icon name={done ? 'check' : 'warning'} size={14} /> {msg}
  </span>
);
