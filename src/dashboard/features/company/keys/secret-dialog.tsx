import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import styles from './keys.module.css';

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a new secret, the only time that it is shown. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const id = useId();
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied('yes'),
      () => setCopied('no'), // not over plain HTTP, except on this machine
    );
  const footer = (
    <Button kind="primary" onClick={onClose}>
      I have stored it
    </Button>
  );
  return (
    <Dialog title="Your API key" size="medium" footer={footer} onClose={onClose}>
      <p>Copy this key now and store it where only the program can read it. It is not shown again.</p>
      <div className={styles['secret']}>
        <label className="sr-only" htmlFor={id}>
          API key
        </label>
        <input
          id={id}
          readOnly
          value={secret}
          data-autofocus
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p role="status" className="muted">
        {copied === 'yes' && 'Copied.'}
        {copied === 'no' && 'The browser does not allow copying here. Select the key and copy it.'}
      </p>
      <p className="muted">Programs send it with every request, in the header Authorization: Bearer.</p>
    </Dialog>
  );
}
