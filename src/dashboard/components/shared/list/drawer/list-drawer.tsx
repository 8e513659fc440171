import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useMedia } from '../../../../lib/use-media.js';
import { Button } from '../../../ui/button.js';
import { openModal } from '../../../ui/overlay/top-dialog.js';
import { LinkButton } from '../../link-button.js';
import styles from './drawer.module.css';

interface DrawerProps {
  /** `Order RLB-1`. */
  readonly title: string;
  /** The record's address, for Open. */
  readonly href?: string | undefined;
  readonly children: ReactNode;
  /** The row's actions. */
  readonly actions?: ReactNode;
  /** Shows the next row, or with -1 the previous one. */
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}

const BESIDE = '(min-width: 1024px)';

/**
 * The preview of a row: beside the list from 1,024 pixels on, a sheet over it below. Arrow keys show the next and the
 * previous row, Escape closes.
 */
export const ListDrawer = (props: DrawerProps) => (useMedia(BESIDE) ? <SideDrawer {...props} /> : <Sheet {...props} />);

function SideDrawer(props: DrawerProps) {
  const id = useId();
  useKeys(props, true);
  return (
    <section role="dialog" aria-labelledby={id} className={styles['drawer']}>
      <Content {...props} id={id} />
    </section>
  );
}

function Sheet(props: DrawerProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useKeys(props, false);
  useEffect(() => (ref.current ? openModal(ref.current) : undefined), []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={`${styles['drawer']} ${styles['sheet']}`}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return; // Escape closes the dialog above it
        event.preventDefault();
        props.onClose();
      }}
    >
      <Content {...props} id={id} />
    </dialog>
  );
}

function Content({ id, title, href, children, actions, onStep, onClose }: DrawerProps & { id: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className={styles['drawer-head']}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button kind="text" icon="up" iconOnly small onClick={() => onStep(-1)}>
          Previous row
        </Button>
        <Button kind="text" icon="down" iconOnly small onClick={() => onStep(1)}>
          Next row
        </Button>
        <Button kind="text" icon="close" iconOnly small onClick={onClose}>
          Close
        </Button>
      </div>
      <div className={styles['drawer-body']} tabIndex={0} role="group" aria-label="Details">
        {children}
      </div>
      {(actions || href) && (
        <div className={styles['drawer-foot']}>
          {actions}
          {href && (
            <LinkButton href={href} label={`Open ${title}`}>
              Open
            </LinkButton>
          )}
        </div>
      )}
    </>
  );
}

const typing = 'input:not([type=checkbox]), select, textarea, [role=menu], [role=listbox], [role=tablist], [popover]';

/** Whether an open dialog or menu above it receives the keys. */
const isCovered = (): boolean =>
  document.querySelector(
    `dialog[open]:not(.${styles['sheet'] ?? ''}), [popover]:popover-open:not([role=region], [role=tooltip])`,
  ) !== null;

function useKeys({ onStep, onClose }: DrawerProps, closes: boolean): void {
  const latest = useRef({ onStep, onClose });
  useEffect(() => {
    latest.current = { onStep, onClose };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isCovered()) return;
      if (event.key === 'Escape' && closes) latest.current.onClose();
      const by = { ArrowDown: 1, ArrowUp: -1 } as const;
      const step = event.key === 'ArrowDown' || event.key === 'ArrowUp' ? by[event.key] : null;
      if (step === null || (event.target instanceof Element && event.target.closest(typing))) return;
      event.preventDefault();
      latest.current.onStep(step);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [closes]);
}
