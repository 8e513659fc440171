import { Link } from 'wouter';
import { Failure } from '../../../components/ui/empty-state.js';
import { Money } from '../../../components/shared/money.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { count } from '../../../lib/format.js';
import type { ApiState } from '../../../lib/server/use-api.js';
import { useScreens } from '../../../lib/screens.js';
import { type Amounts, type StatusTotal, computeSum } from './series.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import styles from './home.module.css';

interface StatusTotalsProps {
  readonly of: 'order' | 'invoice';
  readonly statuses: readonly string[];
  /** Undefined while loading. */
  readonly totals: readonly StatusTotal[] | undefined;
  readonly query: Pick<ApiState<unknown>, 'error' | 'isRefreshing' | 'refresh'>;
  /** Whether to show the company's amounts next to the shop's. */
  readonly withCompany: boolean;
  readonly linkTo: (status: string) => string;
}

/** A card with the total value, then one per status with count, amount and a link to its list. */
export function StatusTotals({ of, statuses, totals, query, withCompany, linkTo }: StatusTotalsProps) {
  const { error, isRefreshing, refresh } = query;
  const all = totals && computeSum(totals);
  return (
    <section className={styles['home-section']} aria-labelledby={`${of}-totals`}>
      <h2 id={`${of}-totals`}>{of === 'order' ? 'Orders' : 'Invoices'}</h2>
      {error && <Failure error={error} pending={isRefreshing} onRetry={() => void refresh()} />}
      <div className={styles['home-totals']} aria-busy={!totals && !error}>
        <div className={`${styles['home-card']} ${styles['home-total']}`}>
          <h3>Total {of} value</h3>
          <div className={styles['home-values']}>
            <Value label={withCompany ? 'Shop total' : null} amount={all?.shop} />
            {withCompany && <Value label="Company total" amount={all?.company} />}
          </div>
        </div>
        {statuses.map((status) => (
          <StatusCard
            key={status}
            of={of}
            status={status}
            path={linkTo(status)}
            sum={totals?.find((one) => one.status === status)}
            withCompany={withCompany}
          />
        ))}
      </div>
    </section>
  );
}

interface StatusCardProps extends Pick<StatusTotalsProps, 'of' | 'withCompany'> {
  readonly status: string;
  readonly path: string;
  readonly sum: StatusTotal | undefined;
}

function StatusCard({ of, status, path, sum, withCompany }: StatusCardProps) {
  const { prefetch } = useScreens();
  const screen = path.split('?')[0] ?? path;
  return (
    <Link
      href={path}
      className={`${styles['home-card']} ${styles['home-status']}`}
      onPointerEnter={() => prefetch(screen)}
    >
      <StatusTag of={of} status={status} />
      <StatusCount of={of} sum={sum} />
      <Line label={withCompany ? 'Shop' : 'Total'} amount={sum?.total.shop} />
      {withCompany && <Line label="Company" amount={sum?.total.company} />}
    </Link>
  );
}

/** A count that pulses while its list is loading, or a dash if loading failed. */
const PendingCount = () => <span className={styles['home-pending']} aria-hidden="true" />;

type Amount = Amounts['company'] | undefined;

const Value = ({ label, amount }: { label: string | null; amount: Amount }) => (
  <p>
    {label && <span className="muted block">{label}</span>}
    <span className={styles['home-value']}>{amount === undefined ? <PendingCount /> : <Money value={amount} />}</span>
  </p>
);

const Line = ({ label, amount }: { label: string; amount: Amount }) => (
  <span className={styles['home-line']}>
    <span className="muted">{label}</span> {amount === undefined ? <PendingCount /> : <Money value={amount} />}
  </span>
);

const StatusCount = ({ of, sum }: { of: string; sum: StatusTotal | undefined }) => (
  <span className={styles['home-count']}>
    {sum ? (
      <>
        {count(sum.count)} <span className="muted">{plural(sum.count, of)}</span>
      </>
    ) : (
      <PendingCount />
    )}
  </span>
);
