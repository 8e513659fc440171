import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../button.js';
import { Dialog } from './dialog.js';
import styles from './secret-dialog.module.css';

interface SecretDialogProps {
  readonly title: string;
  /** The kind of secret, `API key`. */
  readonly label: string;
  readonly secret: string;
  /** Instructions for the secret. */
  readonly advice: string;
  /** Shown below the secret. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a new secret, this one time. */
export function SecretDialog({ title, label, secret, advice, children, onClose }: SecretDialogProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = () => {
    input.current?.select(); // selected, so that one key copies it where the browser refuses to
    navigator.clipboard.writeText(secret).then(
      () => setCopied('yes'),
      () => setCopied('no'), // missing over plain HTTP, except on localhost
    );
  };
  const footer = (
    <Button kind="primary" onClick={onClose}>
      I have saved it
    </Button>
  );
  return (
    <Dialog title={title} size="medium" footer={footer} onClose={onClose}>
      <p>{`${advice} It is not shown again.`}</p>
      <div className={styles['secret']}>
        <label className="sr-only" htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          ref={input}
          readOnly
          value={secret}
          data-autofocus
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon="copy" onClick={copy}>
          Copy
        </Button>
      </div>
      <p role="status" className="muted">
        {copied === 'yes' && 'Copied.'}
        {copied === 'no' && 'Your browser blocked copying. The text is selected: press Ctrl+C.'}
      </p>
      {children}
    </Dialog>
  );
}
