import { lazy, Suspense, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/ui/button.js';
import { Icon } from '../../components/ui/icon.js';
import { usePopover } from '../../components/ui/overlay/floating.js';
import { count, formatCount } from '../../lib/format.js';
import { HOUR, useApi } from '../../lib/server/use-api.js';
import styles from './bell.module.css';

const NoticePanel = lazy(() => import('./notice-panel.js').then((m) => ({ default: m.NoticePanel })));

const MOST_SHOWN = 99;
const focusPanel = (box: HTMLElement): void => box.focus();

/** The bell: how many notices are unread, and their list. A change of the number is announced politely. */
export function Bell({ align = 'start' }: { align?: 'start' | 'end' }) {
  const { data, error } = useApi('GET /api/notices/unread', {}, { refreshInterval: HOUR });
  const [path] = useLocation();
  const openedAt = useRef(path);
  const { open, anchorProps, boxProps, isAnchor, leave, close } = usePopover(align, focusPanel);
  const unread = data?.unread ?? 0;
  const words = error && !data ? 'could not count unread notices' : `${count(unread)} unread`;
  const toggle = () => {
    openedAt.current = path;
    anchorProps.onClick();
  };
  return (
    <>
      <Button
        {...anchorProps}
        kind="text"
        className={styles['bell']}
        aria-haspopup="dialog"
        aria-label={`Notices: ${words}`}
        title="Notices"
        onClick={toggle}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className={styles['badge']} aria-hidden="true">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </Button>
      <span className="sr-only" role="status">
        {unread > 0 ? formatCount(unread, 'unread notice') : ''}
      </span>
      {open && openedAt.current === path && (
        <div
          {...boxProps}
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
            if (next !== null && !event.currentTarget.contains(next) && !isAnchor(next)) leave();
          }}
        >
          <Suspense fallback={<p className={styles['empty']}>Loading…</p>}>
            <NoticePanel unread={unread} onClose={close} onLeave={leave} />
          </Suspense>
        </div>
      )}
    </>
  );
}
