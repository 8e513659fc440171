import { Link } from 'wouter';
import type { Output } from '../../../lib/server/api.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { call } from '../../../lib/server/api.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { ToggleNotice } from './toggle-notice.js';
import styles from './notices.module.css';

export type Notice = Output<'GET /api/notices'>['items'][number];

/** The icon of each type of notice. */
const icons = { info: 'info', success: 'check', warning: 'warning', danger: 'warning' } as const satisfies Record<
  Notice['type'],
  IconName
>;

interface LinesProps {
  readonly notices: readonly Notice[];
  readonly onOpen?: () => void;
}

/** Notices as lines: icon, text with a link, time, and whether it is read. */
export function NoticeLines({ notices, onOpen }: LinesProps) {
  const { timeZone } = useMe();
  return (
    <ul className={styles['lines']}>
      {notices.map((notice) => {
        const { _id, type, content, label, at, settled, href } = notice;
        const isOpen = isUnread(notice);
        return (
          <li key={_id} className={isOpen ? styles['unread'] : undefined}>
            <span className={styles[type]}>
              <Icon name={icons[type]} />
            </span>
            <div className={styles['words']}>
              <p>
                {isOpen && <span className="sr-only">Unread: </span>}
                {href === null ? (
                  content
                ) : (
                  <Link
                    href={href}
                    onClick={() => {
                      if (isOpen) void call('PUT /api/notices/:id/read', { id: _id }).catch(() => undefined); // it visibly stays unread
                      onOpen?.();
                    }}
                  >
                    {content}
                  </Link>
                )}
              </p>
              <p className="muted">
                {label} · <time dateTime={at}>{formatMoment(at, timeZone)}</time>
                {settled && ' · Resolved'}
              </p>
            </div>
            {!settled && <ToggleNotice notice={notice} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Whether a notice counts as unread; a resolved one does not. */
export const isUnread = ({ read, settled }: Pick<Notice, 'read' | 'settled'>): boolean => !read && !settled;
