import { useRef } from 'react';
import { Link } from 'wouter';
import { MarkAllNotices } from '../../components/shared/notices/mark-all-notices.js';
import { NoticeLines } from '../../components/shared/notices/notice-lines.js';
import { Button } from '../../components/ui/button.js';
import { Failure, Skeleton } from '../../components/ui/empty-state.js';
import { useApi } from '../../lib/server/use-api.js';
import { useSide } from '../../lib/use-side.js';
import styles from '../../components/shared/notices/notices.module.css';

const LATEST = 15;

interface PanelProps {
  readonly unread: number;
  /** Closes and returns to the bell. */
  readonly onClose: () => void;
  /** Closes because another screen opens. */
  readonly onLeave: () => void;
}

/** The latest notices, read and unread, each with a link to its record. */
export function NoticePanel({ unread, onClose, onLeave }: PanelProps) {
  const side = useSide();
  const head = useRef<HTMLDivElement>(null);
  const onDone = () => head.current?.closest<HTMLElement>('[role=dialog]')?.focus();
  const { data, error, isRefreshing, refresh } = useApi('GET /api/notices', { size: LATEST });
  return (
    <>
      <div ref={head} className={styles['head']}>
        <h2>Notices</h2>
        <span className="row">
          <MarkAllNotices unread={unread} small onDone={onDone} />
          <Button kind="text" icon="close" iconOnly small onClick={onClose}>
            Close
          </Button>
        </span>
      </div>
      <div className={styles['body']}>
        {error && (
          <div className={styles['failure']}>
            <Failure
              error={error}
              pending={isRefreshing}
              hasEarlierData={data !== undefined}
              onRetry={() => void refresh()}
            />
          </div>
        )}
        {!data && !error && <Skeleton lines={4} label="Loading notices" />}
        {data?.items.length === 0 && (
          <p className={styles['empty']}>No notices yet. Anything that needs your attention appears here.</p>
        )}
        {data && data.items.length > 0 && <NoticeLines notices={data.items} onOpen={onLeave} />}
      </div>
      <div className={styles['foot']}>
        <Link href={`/${side}/notices`} onClick={onLeave}>
          All notices
        </Link>
        <Link href={`/${side}/notifications`} onClick={onLeave}>
          Notification settings
        </Link>
      </div>
    </>
  );
}
