import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { money } from '../../../lib/format.js';
import { ApiError, call, formatMessage, type Preview } from '../../../lib/server/api.js';
import { Problem, type Source } from './source-words.js';
import styles from './sources.module.css';
import { type SourceValues, toFields } from './source-values.js';

type TestAnswer = Preview<'POST /api/source'>;

const headers = ['ID', 'Serial number', 'Shop', 'Model', 'Total', 'Problem'];
const columns = headers.map((header) => (header === 'Total' ? { header, align: 'right' as const } : { header }));

interface SourceTestProps {
  readonly source: Source | null;
  /** Called with the field paths that were found. */
  readonly onFields: (fields: readonly string[]) => void;
}

/** Reads one page with the current form values and shows how it is interpreted. Stores nothing. */
export function SourceTest({ source, onFields }: SourceTestProps) {
  const { getValues } = useFormContext<SourceValues>();
  const [result, setResult] = useState<TestAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const test = async () => {
    setPending(true);
    try {
      const answer = await ask(source, getValues());
      setResult(answer);
      onFields(answer.fields);
      setProblem(null);
    } catch (error) {
      setResult(null);
      setProblem(error instanceof ApiError ? error.msg : formatMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles['source-test']}>
      <Button icon="eye" pending={pending} onClick={() => void test()}>
        Test
      </Button>
      <div role="status">
        <Problem text={problem} />
        {result && <strong>{describe(result)}</strong>}
      </div>
      {result && result.findings.length > 0 && (
        <ul className={styles['findings']}>
          {result.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      {result && result.first.length > 0 && (
        <PlainTable
          label="How the first orders are read"
          columns={columns}
          rows={result.first.map(({ externalId, serialNumber, shop, model, total, problem: why }, n) => ({
            key: String(n),
            cells: [externalId, serialNumber, shop, model, total === null ? '' : money(total), why],
          }))}
        />
      )}
    </div>
  );
}

const ask = (source: Source | null, values: SourceValues): Promise<TestAnswer> =>
  source
    ? call('PUT /api/source/update/:id', { id: source._id, ...toFields(values) }, { preview: true })
    : call('POST /api/source', toFields(values), { preview: true });

const describe = ({ msg, total }: TestAnswer): string =>
  total === null ? msg : `${msg} The source has ${total.toLocaleString('en-US')} in total.`;
