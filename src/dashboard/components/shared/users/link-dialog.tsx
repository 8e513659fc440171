import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import styles from './users.module.css';

interface LinkDialogProps {
  /** The recipient. */
  readonly name: string;
  readonly link: string;
  readonly msg: string;
  readonly onClose: () => void;
}

/** Shows a link, this one time, for the administrator to pass on. */
export function LinkDialog({ name, link, msg, onClose }: LinkDialogProps) {
  const id = useId();
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied('yes'),
      () => setCopied('no'), // missing over plain HTTP, except on localhost
    );
  const footer = (
    <Button kind="primary" onClick={onClose}>
      I have sent the link
    </Button>
  );
  return (
    <Dialog title={`Link for ${name}`} size="medium" footer={footer} onClose={onClose}>
      <p>{msg}</p>
      <div className={styles['link']}>
        <label className="sr-only" htmlFor={id}>
          Link
        </label>
        <input
          id={id}
          readOnly
          value={link}
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
        {copied === 'no' && 'Your browser blocked copying. Select the link and copy it.'}
      </p>
      <p className="muted">
        Anyone with this link can set the password of {name}. Give it only to {name}. It is not shown again.
      </p>
    </Dialog>
  );
}
