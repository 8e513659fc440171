import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { ApiError, call, formatMessage, type Preview } from '../../../lib/server/api.js';
import { labels, type SsoValues, toProvider } from './sso-values.js';
import styles from './single-sign-on.module.css';

/** Asks the provider as the form stands; nothing is stored. */
export function SsoTest() {
  const { getValues } = useFormContext<SsoValues>();
  const [result, setResult] = useState<Preview<'PUT /api/sso'> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const test = async () => {
    setPending(true);
    setResult(null);
    setProblem(null);
    try {
      setResult(await call('PUT /api/sso', toProvider(getValues()), { preview: true }));
    } catch (error) {
      setProblem(describeProblem(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles['test']}>
      <Button icon="eye" pending={pending} onClick={() => void test()}>
        Test connection
      </Button>
      <div role="status">
        {problem && <p className="error">{problem}</p>}
        {result && <p>{result.msg}</p>}
        {result && result.findings.length > 0 && (
          <ul className={styles['findings']}>
            {result.findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The problem with the name of its field. */
function describeProblem(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  const name = Object.entries(labels).find(([field]) => field === first?.path)?.[1];
  return first && name ? `${name} ${first.msg}.` : formatMessage(error);
}
