import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../components/ui/button.js';
import { Failure } from '../components/ui/empty-state.js';
import { Icon, type IconName } from '../components/ui/icon.js';
import { type Markable, MarkRead } from '../components/shared/messages/mark-read.js';
import type { ApiState } from '../lib/server/use-api.js';
import styles from './shell.module.css';

/** How many show at first: they are on every page, above its content. */
const FIRST = 1;

interface UnreadAreaProps<Row> {
  /** What the rows are: `Alerts`. */
  readonly label: string;
  readonly icon: IconName;
  readonly query: ApiState<{ readonly items: readonly Row[] }>;
  readonly textOf: (row: Row) => string;
  /** The address a row links to; null for none. */
  readonly hrefOf?: (row: Row) => string | null;
  /** The kind of row, for the call that marks one as read. */
  readonly of: Markable;
}

/** What the signed-in user has not read yet, each until it is marked as read; nothing if all is read. */
export function UnreadArea<Row extends { readonly _id: string }>(props: UnreadAreaProps<Row>) {
  const { label, icon, query, textOf, hrefOf, of } = props;
  const [all, setAll] = useState(false);
  const rows = query.data?.items ?? [];
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refresh()} />;
  if (rows.length === 0) return null;
  return (
    <section className={styles['alerts']} aria-label={label}>
      <ul>
        {(all ? rows : rows.slice(0, FIRST)).map((row) => (
          <li key={row._id}>
            <Icon name={icon} />
            <span className={`grow ${styles['alert-text']}`}>
              <Linked href={hrefOf?.(row) ?? null}>{textOf(row)}</Linked>
            </span>
            <MarkRead of={of} id={row._id} text={textOf(row)} />
          </li>
        ))}
      </ul>
      {rows.length > FIRST && (
        <Button kind="text" small aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${rows.length} ${label.toLowerCase()}`}
        </Button>
      )}
    </section>
  );
}

const Linked = ({ href, children }: { href: string | null; children: ReactNode }) =>
  href === null ? children : <Link href={href}>{children}</Link>;
