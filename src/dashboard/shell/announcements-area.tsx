import { type ComponentType, lazy, Suspense } from 'react';
import { HOUR, useApi } from '../lib/server/use-api.js';
import type { UnreadAreaProps } from './unread-area.js';
import styles from './shell.module.css';

const MOST = 200;
const KEY = 'shedworks.announcements';

/** Most visits have nothing unread. If the code cannot be loaded, the page works without it. */
const UnreadArea = lazy<ComponentType<UnreadAreaProps>>(() =>
  import('./unread-area.js').then((m) => ({ default: m.UnreadArea })).catch(() => ({ default: () => null })),
);

/** The announcements that the signed-in user has not read; their code loads once there are some. */
export function AnnouncementsArea() {
  const input = { size: MOST };
  const { data, error, refresh } = useApi('GET /api/announcement/unread', input, { refreshInterval: HOUR });
  const items = data?.items;
  if (!items && !error) return <Reserved />;
  if (items?.length === 0) {
    rememberHeight(0);
    return null;
  }
  return (
    <Suspense fallback={<Reserved />}>
      <UnreadArea items={items} error={error} onRetry={() => void refresh()} onHeight={rememberHeight} />
    </Suspense>
  );
}

/** The height of the announcements at the last visit, reserved so that they do not push the page down. */
const Reserved = () => <div className={styles['reserved']} style={{ height: recallHeight() }} />;

const recallHeight = (): number => Number(localStorage.getItem(KEY)) || 0;

function rememberHeight(height: number): void {
  if (height !== recallHeight()) localStorage.setItem(KEY, String(height));
}
