import { useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ActionButton, Button } from '../../../../components/ui/button.js';
import { Failure, Skeleton } from '../../../../components/ui/empty-state.js';
import { Menu } from '../../../../components/ui/overlay/menu.js';
import { useRowFocus } from '../../../../components/shared/list/use-row-focus.js';
import { formatCount } from '../../../../lib/format.js';
import type { ApiState } from '../../../../lib/server/use-api.js';
import type { Output } from '../../../../lib/server/api.js';
import { useCan, useMe } from '../../../../lib/server/session.js';
import { MendLink } from '../mending/mend-link.js';
import { ChooseRow } from './choose-row.js';
import { type AlertGroup, formatExtent, formatLastChosen, formatTitle, toGroupKey } from './group-words.js';
import { isChosen, useMend } from './use-mend.js';
import styles from './desk.module.css';
import { loadLazily } from '../../../../components/ui/load-lazily.js';

const HeldDialog = loadLazily(() => import('./held-dialog.js').then((m) => m.HeldDialog));
const ShopsDialog = loadLazily(() => import('./shops-dialog.js').then((m) => m.ShopsDialog));

export type Desk = Output<'GET /api/orders/alerts/desk'>;
type Mend = ReturnType<typeof useMend>;

/** How many causes are shown at first. */
const FIRST = 5;

/** The causes that hold New orders back; each can be fixed for all its orders at once. */
export function AlertDesk({ query }: { query: ApiState<Desk> }) {
  const id = useId();
  const mend = useMend();
  const [isWhole, setWhole] = useState(false);
  const { data, error, isRefreshing, refresh } = query;
  const section = useRef<HTMLElement>(null);
  const groups = data?.groups.filter((group) => !mend.isLeaving(group));
  useRowFocus(section, groups);
  if (error && !data) return <Failure error={error} pending={isRefreshing} onRetry={() => void refresh()} />;
  if (!data || !groups) return <Skeleton lines={3} label="Loading alerts" />;
  if (groups.length === 0) return null;
  const visibleGroups = isWhole ? groups : groups.slice(0, FIRST);
  return (
    <section ref={section} tabIndex={-1} className={styles['desk']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>{`${formatCount(data.held, 'order')} held back by ${formatCount(data.causes, 'cause')}`}</h2>
        <Link className="link" href="/company/orders/remembered">
          Remembered choices
        </Link>
      </div>
      <ul data-groups className={styles['groups']}>
        {visibleGroups.map((group) => (
          <Group key={toGroupKey(group)} group={group} mend={mend} />
        ))}
      </ul>
      {groups.length > FIRST && (
        <Button kind="text" icon={isWhole ? 'up' : 'down'} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${groups.length - FIRST} more`}
        </Button>
      )}
    </section>
  );
}

function Group({ group, mend }: { group: AlertGroup; mend: Mend }) {
  const [dialog, setDialog] = useState<'orders' | 'shops' | null>(null);
  const title = formatTitle(group);
  const last = formatLastChosen(group, useMe().timeZone);
  return (
    <li className={styles['group']} aria-label={title}>
      <div className={styles['problem']}>
        <strong>{title}</strong>
        <span className="muted">{[formatExtent(group), ...(last ? [last] : [])].join(' · ')}</span>
        <MendLink code={group.kind} of={title} />
      </div>
      <div data-actions className={styles['fix']}>
        {isChosen(group) && (
          <ChooseRow group={group} onChoose={(choice, remember) => void mend.choose(group, choice, remember)} />
        )}
        <OtherActions group={group} mend={mend} onDialog={setDialog} />
      </div>
      {dialog === 'orders' && <HeldDialog title={title} group={group} onClose={() => setDialog(null)} />}
      {dialog === 'shops' && <ShopsDialog onClose={() => setDialog(null)} />}
    </li>
  );
}

interface OtherActionsProps {
  readonly group: AlertGroup;
  readonly mend: Mend;
  readonly onDialog: (dialog: 'orders' | 'shops') => void;
}

/** The other actions for a group: a menu next to a choice, otherwise buttons. */
function OtherActions({ group, mend, onDialog }: OtherActionsProps) {
  const { reason } = useCan('orders.import', { write: true });
  const title = formatTitle(group);
  const see = { label: 'Show orders', onSelect: () => onDialog('orders') };
  const accept = {
    label: group.kind === 'add-on' ? 'Keep as custom add-on' : 'Accept as uploaded',
    onSelect: () => void mend.accept(group),
    disabledReason: reason,
  };
  if (isChosen(group))
    return (
      <Menu
        label={`More for ${title}`}
        icon="more"
        iconOnly
        kind="text"
        align="end"
        items={group.kind === 'shop' ? [see] : [see, accept]}
      />
    );
  return (
    <div className={styles['controls']}>
      <Button kind="text" aria-label={`Show orders: ${title}`} onClick={see.onSelect}>
        Show orders
      </Button>
      {group.kind === 'shop-missing' ? (
        <ActionButton permission="orders.import" onClick={() => onDialog('shops')}>
          Choose shops
        </ActionButton>
      ) : (
        <ActionButton
          permission="orders.import"
          aria-label={`Accept as uploaded: ${title}`}
          onClick={() => void mend.accept(group)}
        >
          Accept as uploaded
        </ActionButton>
      )}
    </div>
  );
}
