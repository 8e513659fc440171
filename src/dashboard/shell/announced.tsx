import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { HOUR, useApi } from '../lib/server/use-api.js';
import { LOW, PHONE, useMedia } from '../lib/use-media.js';
import type { UnreadAreaProps } from './unread-area.js';
import { loadLazily } from '../components/ui/load-lazily.js';
import styles from './shell.module.css';

const MOST = 200;

/** Most visits have nothing unread. If the code cannot be loaded, the page works without it. */
const UnreadArea = loadLazily<UnreadAreaProps>(() =>
  import('./unread-area.js').then((m) => m.UnreadArea).catch(() => NotLoaded),
);

/** The announcements that the signed-in user has not read, above the screen; their code loads once there are some. */
export function UnreadAnnouncements({ children }: { children: ReactNode }) {
  const input = { size: MOST };
  const { data, error, refresh } = useApi('GET /api/announcement/unread', input, { refreshInterval: HOUR });
  const [height, setHeight] = useHeight();
  const items = data?.items;
  const isNone = items?.length === 0;
  useEffect(() => {
    if (isNone) setHeight(0);
  }, [isNone, setHeight]);
  const reserved = <div className={styles['reserved']} style={{ height: height ?? 0 }} />;
  return (
    <>
      {!items && !error ? (
        reserved
      ) : isNone ? null : (
        <UnreadArea
          meanwhile={reserved}
          items={items}
          error={error}
          onRetry={() => void refresh()}
          onHeight={setHeight}
        />
      )}
      <main id="main" tabIndex={-1} className={height === null && !error ? styles['unseen'] : undefined}>
        {children}
      </main>
    </>
  );
}

const NotLoaded = ({ onHeight }: UnreadAreaProps) => {
  useEffect(() => onHeight(0), [onHeight]);
  return null;
};

/**
 * The height of the announcements at the last visit in such a window, and a function to remember it; null at the first
 * visit. It is reserved while they load, so that they do not push down what the user already sees.
 */
function useHeight(): [height: number | null, remember: (height: number) => void] {
  const window = `${useMedia(PHONE) ? 'phone' : 'wide'}:${useMedia(LOW) ? 'low' : 'high'}`;
  const key = `shedworks.announcements:${window}`;
  const [heights, setHeights] = useState<Readonly<Record<string, number>>>({});
  const remember = useCallback(
    (height: number) => {
      localStorage.setItem(key, String(height));
      setHeights((all) => (all[key] === height ? all : { ...all, [key]: height }));
    },
    [key],
  );
  const storedText = localStorage.getItem(key);
  return [heights[key] ?? (storedText === null ? null : Number(storedText)), remember];
}
