import { Link } from 'wouter';
import { Icon } from '../../../../components/ui/icon.js';
import type { OrderRecord } from '../../../../components/shared/orders/order-types.js';
import { useCan } from '../../../../lib/server/session.js';

interface ChangeNoticeProps {
  /** The order's ID. */
  readonly order: string;
  readonly change: NonNullable<OrderRecord['waitingChange']>;
}

/** A notice that the sales system has changed or canceled the order, with a link to the waiting proposal. */
export function ChangeNotice({ order, change: { _id, urgent, canceled } }: ChangeNoticeProps) {
  const { isAllowed } = useCan('orders.import');
  if (!isAllowed) return null;
  return (
    <p className={urgent || canceled ? 'notice notice-warning' : 'notice'}>
      <Icon name={urgent || canceled ? 'warning' : 'info'} />
      <span>
        {canceled
          ? 'The sale was canceled in the sales system.'
          : 'The sales system has a newer version of this order.'}{' '}
        <Link href={`/company/orders/proposals?order=${order}&preview=${_id}`}>Review the change</Link>
      </span>
    </p>
  );
}
