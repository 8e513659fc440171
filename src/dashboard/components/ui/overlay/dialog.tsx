import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../button.js';
import { openModal } from './top-dialog.js';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the bottom; the safe one first. */
  readonly footer?: ReactNode;
  /** `wide` is 1200 pixels wide, with a body 80% as tall as the window. */
  readonly size?: 'small' | 'medium' | 'large' | 'wide';
  readonly role?: 'dialog' | 'alertdialog';
  /** While true, Escape and Close do nothing. */
  readonly busy?: boolean;
}

/**
 * A modal dialog: traps the focus, closes with Escape and restores the focus. Render it while it is open. The element
 * with `data-autofocus` gets the initial focus.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  size = 'medium',
  role = 'dialog',
  busy = false,
}: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    const close = dialog && openModal(dialog);
    return () => {
      close?.();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      className={`${styles['dialog']} ${styles[`dialog-${size}`] ?? ''}`}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return; // Escape closes the dialog above it
        event.preventDefault();
        if (!busy) onClose();
      }}
    >
      <div className={styles['dialog-head']}>
        <h2 id={`${id}-title`}>{title}</h2>
        <Button kind="text" icon="close" iconOnly small onClick={() => !busy && onClose()}>
          Close
        </Button>
      </div>
      <div id={`${id}-body`} className={styles['dialog-body']}>
        {children}
      </div>
      {footer && <div className={styles['dialog-foot']}>{footer}</div>}
    </dialog>
  );
}
