import type { OrderRecord } from '../../../../components/shared/orders/order-types.js';
import { TimelineCard } from '../../../../components/shared/history/timeline-card.js';
import { Facts } from '../../../../components/ui/facts.js';
import { RecordCard } from '../../../../components/ui/record-layout.js';
import { Can } from '../../../../lib/server/session.js';
import { useLive } from '../figures/live-figures.js';
import { useOrder } from '../order-context.js';
import { readableHistory } from '../saving/order-text.js';
import { useNames } from '../fields/use-names.js';
import { listFigures } from './totals.js';

/** The totals of the order as typed, as far as the user may see them. */
export function TotalsCard() {
  const { order, locks } = useOrder();
  const { figures, costUnknown } = useLive();
  const figureRows = listFigures(figures, locks.side, { costUnknown, shedSuite: order.shedSuite });
  return (
    <RecordCard title="Summary">
      <Facts
        dashes
        facts={figureRows.map(([name, text, isLoss]) => [
          name,
          <span key={name} className={isLoss ? 'figure loss' : 'figure'}>
            {text}
          </span>,
        ])}
      />
    </RecordCard>
  );
}

/** Who an order is for and who builds it: customer, dealer, shop, builder. */
export const PartiesCard = ({
  order: { customer, dealer, salesRep, shop, shopName, builder },
}: {
  order: OrderRecord;
}) => (
  <RecordCard title="Customer and shop">
    <Facts
      dashes
      facts={[
        ['Customer', customer],
        ['Dealer', dealer],
        ['Sales rep', salesRep],
        ['Shop', shop?.name ?? shopName],
        ['Builder', builder?.name ?? null],
      ]}
    />
  </RecordCard>
);

/** The newest changes of the order, with a dialog that shows all. */
export function OrderTimeline() {
  const { _id, serialNumber } = useOrder().order;
  const names = useNames();
  return (
    <Can permission="orders.history">
      <TimelineCard of={serialNumber} id={_id} words={(entries) => readableHistory(entries, names)} />
    </Can>
  );
}
