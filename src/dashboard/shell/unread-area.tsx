import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../components/ui/button.js';
import { Failure } from '../components/ui/empty-state.js';
import { Icon, type IconName } from '../components/ui/icon.js';
import { type Markable, MarkRead } from '../components/shared/messages/mark-read.js';
import { formatCount } from '../lib/format.js';
import type { ApiError } from '../lib/server/api.js';
import { useMedia } from '../lib/use-media.js';
import styles from './shell.module.css';

/** How many show at first: they are on every page, above its content. */
const FIRST = 1;
/** At 200 % zoom, or on a phone lying on its side, they would push the content out of sight. */
const SHORT = '(max-height: 500px)';

/** Something a user has not read. */
interface Unread {
  readonly _id: string;
  readonly text: string;
  /** The address it links to; null for none. */
  readonly href: string | null;
}

export interface UnreadAreaProps {
  /** What the items are: `Alerts`. */
  readonly label: string;
  readonly icon: IconName;
  /** Undefined while unknown. */
  readonly items: readonly Unread[] | undefined;
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  /** The kind of item, for the call that marks one as read. */
  readonly of: Markable;
}

/** What the signed-in user has not read yet, each until it is marked as read; nothing if all is read. */
export function UnreadArea({ label, icon, items, error, onRetry, of }: UnreadAreaProps) {
  const [all, setAll] = useState(false);
  const first = useMedia(SHORT) ? 0 : FIRST;
  if (!items) return error && <Failure error={error} onRetry={onRetry} />;
  if (items.length === 0) return null;
  return (
    <section className={styles['alerts']} aria-label={label} data-brief={(items.length > first && !all) || undefined}>
      <ul>
        {(all ? items : items.slice(0, first)).map(({ _id, text, href }) => (
          <li key={_id}>
            <Icon name={icon} />
            <span className={`grow ${styles['alert-text']}`}>
              <Linked href={href}>{text}</Linked>
            </span>
            <MarkRead of={of} id={_id} text={text} />
          </li>
        ))}
      </ul>
      {items.length > first && (
        <Button kind="text" small aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${first === 0 ? '' : 'all '}${formatCount(items.length, of)}`}
        </Button>
      )}
    </section>
  );
}

const Linked = ({ href, children }: { href: string | null; children: ReactNode }) =>
  href === null ? children : <Link href={href}>{children}</Link>;
