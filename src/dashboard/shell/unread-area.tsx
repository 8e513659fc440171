import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../components/ui/button.js';
import { Failure } from '../components/ui/empty-state.js';
import { Icon } from '../components/ui/icon.js';
import { MarkRead } from '../components/shared/messages/mark-read.js';
import { formatCount } from '../lib/format.js';
import type { ApiError } from '../lib/server/api.js';
import { LOW, useMedia } from '../lib/use-media.js';
import styles from './shell.module.css';

/** How many are shown at first, because they are above the content of every page. */
const FIRST = 1;

export interface UnreadAreaProps {
  /** Undefined while unknown. */
  readonly items: readonly { readonly _id: string; readonly msg: string }[] | undefined;
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  /** Called with the area's height in pixels after each change. */
  readonly onHeight: (height: number) => void;
}

/** The announcements that the signed-in user has not read, each until it is marked as read; nothing if all are read. */
export function UnreadArea({ items, error, onRetry, onHeight }: UnreadAreaProps) {
  const [all, setAll] = useState(false);
  const area = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (area.current) onHeight(area.current.offsetHeight);
  }, [items, onHeight]);
  const first = useMedia(LOW) ? 0 : FIRST;
  if (!items) return error && <Failure error={error} onRetry={onRetry} />;
  if (items.length === 0) return null;
  return (
    <section
      ref={area}
      className={styles['alerts']}
      aria-label="Announcements"
      data-brief={(items.length > first && !all) || undefined}
    >
      <ul>
        {(all ? items : items.slice(0, first)).map(({ _id, msg }) => (
          <li key={_id}>
            <Icon name="megaphone" />
            <span className={`grow ${styles['alert-text']}`}>{msg}</span>
            <MarkRead of="announcement" id={_id} text={msg} />
          </li>
        ))}
      </ul>
      {items.length > first && (
        <Button kind="text" small aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${first === 0 ? '' : 'all '}${formatCount(items.length, 'announcement')}`}
        </Button>
      )}
    </section>
  );
}
