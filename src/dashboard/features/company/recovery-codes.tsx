import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import styles from './factors.module.css';

/** Shows new recovery codes, this one time. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const text = codes.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('no'), // missing over plain HTTP, except on localhost
    );
  return (
    <>
      <p>
        Save these codes where you can find them without your device. Each one signs you in once, in place of the app or
        a passkey. They are not shown again.
      </p>
      <ul className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <span className="row">
        <Button icon="copy" data-autofocus onClick={() => void copy()}>
          Copy
        </Button>
        <a
          className="btn btn-secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
      </span>
      <p role="status" className="muted">
        {copied === 'yes' && 'Copied.'}
        {copied === 'no' && 'Your browser blocked copying. Select the codes and copy them.'}
      </p>
    </>
  );
}
