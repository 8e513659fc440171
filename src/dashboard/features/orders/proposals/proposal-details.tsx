import { Link } from 'wouter';
import { Facts } from '../../../components/ui/facts.js';
import { Money } from '../../../components/shared/money.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { Icon } from '../../../components/ui/icon.js';
import { AmountChange } from './proposal-columns.js';
import { type Change, explainLimit, getOrder, type ProposalRow, showValue, stateNames } from './proposal-words.js';
import styles from './proposals.module.css';

interface DetailsProps {
  readonly row: ProposalRow;
  /** The keys of the changes to accept. */
  readonly chosenKeys: ReadonlySet<string>;
  readonly onChoose: (key: string) => void;
}

/** A proposal at a glance: each change with old and new value, its effect on the figures, and what prevents it. */
export function ProposalDetails({ row, chosenKeys, onChoose }: DetailsProps) {
  const { order, spent } = row;
  const limit = explainLimit(row);
  return (
    <>
      <p className="row">
        <StatusTag of="order" status={order.status} />
        <span className="muted">{stateNames[row.state]}</span>
        {row.decidedBy !== null && <span className="muted">by {row.decidedBy}</span>}
      </p>
      {spent && (
        <p className={styles['urgent']}>
          <Icon name="warning" size={16} />
          <span>
            The customer canceled, but the order has left the queue. Material and labor so far: up to{' '}
            <Money value={spent.company} />.
          </span>
        </p>
      )}
      <Facts
        facts={[
          ['Customer', order.customer],
          ['Model', `${order.model} ${order.size}`],
          ['Shop', order.shop?.name],
          ['Source', row.source],
        ]}
      />
      <section>
        <h3>Changes</h3>
        <ul className={styles['choices']}>
          {row.changes.map((change) => (
            <ChangeItem
              key={change.key}
              change={change}
              isOpen={row.state === 'open'}
              isChosen={row.state === 'open' ? chosenKeys.has(change.key) : row.taken.includes(change.key)}
              onChoose={() => onChoose(change.key)}
            />
          ))}
        </ul>
      </section>
      {limit !== null && (
        <p className="notice">
          <Icon name="info" />
          <span>
            {limit} <Link href={getOrder(row)}>Open the order</Link>
          </span>
        </p>
      )}
      {row.effect && (
        <section>
          <h3>{row.state === 'open' ? 'If you accept all changes' : 'Effect'}</h3>
          <Facts
            facts={(
              [
                ['Retail', row.effect.retail],
                ['Shop amount', row.effect.shopAmount],
                ['Cost', row.effect.cost],
                ['Gross profit', row.effect.profit],
              ] as const
            ).map(([label, amount]) => [
              label,
              <span key={label} className={styles['effect']}>
                <Money value={amount.after} /> <AmountChange of={amount} />
              </span>,
            ])}
          />
        </section>
      )}
      <Objections row={row} />
    </>
  );
}

/** What prevents accepting, and the alerts that the change would cause. */
function Objections({ row }: { row: ProposalRow }) {
  const all = [...(row.refusal === null ? [] : [`${row.refusal}.`]), ...row.warnings];
  if (all.length === 0) return null;
  return (
    <section>
      <h3>Before you accept</h3>
      <ul className={styles['against']}>
        {all.map((text) => (
          <li key={text}>
            <Icon name="warning" size={14} /> <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChangeItemProps {
  readonly change: Change;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ChangeItem({ change, isOpen, isChosen, onChoose }: ChangeItemProps) {
  const { label, before, after, ours, blocked, isBuilt } = change;
  return (
    <li>
      <label className={styles['choice']}>
        <input type="checkbox" checked={isChosen} disabled={!isOpen || blocked !== null} onChange={onChoose} />
        <span className={styles['what']}>
          <strong>{label}</strong>
          <span>
            {before === null ? (
              <span className="muted">none</span>
            ) : (
              <s className="muted">{showValue(change, before)}</s>
            )}{' '}
            → {showValue(change, after)}
          </span>
          {ours !== undefined && <small className="muted">The order here has: {ours ?? 'empty'}.</small>}
          {blocked !== null && <small className={styles['refusal']}>Cannot change: {blocked}.</small>}
          {isBuilt && <small className={styles['refusal']}>The shop is already building this.</small>}
        </span>
      </label>
    </li>
  );
}
