import { type RefObject, useEffect, useRef } from 'react';
import { useFloating } from '../../components/ui/overlay/floating.js';
import { NoticePanel } from './notice-panel.js';
import styles from '../../components/shared/notices/notices.module.css';

interface BellPanelProps {
  readonly bell: RefObject<HTMLButtonElement | null>;
  readonly align: 'start' | 'end';
  readonly unread: number;
  /** Closes the panel. */
  readonly onLeave: () => void;
}

/**
 * The list at the bell, which takes the focus. Escape closes it and returns the focus to the bell; moving the focus
 * elsewhere closes it too.
 */
export function BellPanel({ bell, align, unread, onLeave }: BellPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  useFloating(true, bell, box, align);
  useEffect(() => box.current?.focus(), []);
  const close = () => {
    onLeave();
    bell.current?.focus();
  };
  return (
    <div
      ref={box}
      popover="manual"
      role="dialog"
      aria-label="Notices"
      tabIndex={-1}
      className={styles['panel']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => {
        const next = event.relatedTarget;
        if (next !== null && next !== bell.current && !event.currentTarget.contains(next)) onLeave();
      }}
    >
      <NoticePanel unread={unread} onClose={close} onLeave={onLeave} />
    </div>
  );
}
