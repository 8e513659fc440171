import { Link } from 'wouter';
import { Failure } from '../../../components/ui/empty-state.js';
import { Icon } from '../../../components/ui/icon.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { count } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useScreens } from '../../../lib/screens.js';
import { getPath } from './paths.js';
import { openStatuses } from '../../../../domain/kernel/order/status.js';
import styles from './home.module.css';

/** The number of orders waiting in each status, as large buttons that link to their lists. */
export function BuilderHome() {
  const { data, error, isRefreshing, refresh } = useApi('GET /api/orders/chart/filter', {});
  const getCount = (status: string) => data && (data.items.find((one) => one.status === status)?.count ?? 0);
  return (
    <section className={styles['home-section']} aria-labelledby="order-totals">
      <h2 id="order-totals">Orders</h2>
      {error && (
        <Failure
          error={error}
          pending={isRefreshing}
          hasEarlierData={data !== undefined}
          onRetry={() => void refresh()}
        />
      )}
      <ul className={styles['home-work']} aria-busy={!data && !error}>
        {openStatuses.map((status) => (
          <li key={status}>
            <WorkLink status={status} amount={getCount(status)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WorkLink({ status, amount }: { status: string; amount: number | undefined }) {
  const { prefetch } = useScreens();
  const path = getPath('shop', 'orders', status);
  return (
    <Link
      href={path}
      className={`${styles['home-card']} ${styles['home-work-link']}`}
      onPointerEnter={() => prefetch(path)}
    >
      <span className={styles['home-work-count']}>
        {amount === undefined ? <span className={styles['home-pending']} aria-hidden="true" /> : count(amount)}
      </span>
      <StatusTag of="order" status={status} />
      <Icon name="right" size={20} />
    </Link>
  );
}
