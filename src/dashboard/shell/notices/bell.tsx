import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/ui/button.js';
import { Icon } from '../../components/ui/icon.js';
import { Badge } from '../badge.js';
import { formatCount } from '../../lib/format.js';
import { HOUR, useApi } from '../../lib/server/use-api.js';
import styles from '../shell.module.css';
import { loadLazily } from '../../components/ui/load-lazily.js';

const BellPanel = loadLazily(() => import('./bell-panel.js').then((m) => m.BellPanel));

/** The bell with the number of unread notices, which opens their list. Changes of the number are announced politely. */
export function Bell({ align = 'start' }: { align?: 'start' | 'end' }) {
  const { data } = useApi('GET /api/notices/unread', {}, { refreshInterval: HOUR });
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const bell = useRef<HTMLButtonElement>(null);
  const open = openAt === path; // opening another screen closes it
  const unread = data?.unread ?? 0;
  return (
    <>
      <Button
        ref={bell}
        kind="text"
        className={styles['messages']}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={data ? `Notices: ${unread} unread` : 'Notices'}
        onClick={() => setOpenAt(open ? null : path)}
      >
        <Icon name="bell" />
        <Badge count={unread} />
      </Button>
      <span className="sr-only" role="status">
        {unread > 0 ? formatCount(unread, 'unread notice') : ''}
      </span>
      {open && <BellPanel bell={bell} align={align} unread={unread} onLeave={() => setOpenAt(null)} />}
    </>
  );
}
