import { useRef } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import styles from './webhooks.module.css';

interface SecretDialogProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret, this once, to be copied into the receiver. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select(); // where the browser refuses to copy, one key does
    try {
      await navigator.clipboard.writeText(secret);
      toast.success('Secret copied.');
    } catch {
      toast.error('Your browser does not allow copying. Press Ctrl+C.');
    }
  };
  return (
    <Dialog
      title={`Secret of ${name}`}
      onClose={onClose}
      footer={
        <Button kind="primary" icon="copy" data-autofocus onClick={() => void copy()}>
          Copy secret
        </Button>
      }
    >
      <p>Enter this secret at the receiver, which checks signatures with it. It is not shown again.</p>
      <input
        ref={field}
        className={styles['secret']}
        aria-label="Secret"
        readOnly
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}
