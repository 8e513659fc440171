import { useState } from 'react';
import type { OrderRecord } from '../../../../components/shared/orders/order-types.js';
import { HistoryPanel } from '../../../../components/shared/history/history-panel.js';
import { Button } from '../../../../components/ui/button.js';
import { Loaded } from '../../../../components/ui/loaded.js';
import { RailFacts, RecordCard } from '../../../../components/ui/record-layout.js';
import { WhenNear } from '../../../../components/ui/when-near.js';
import { Can } from '../../../../lib/server/session.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { useLive } from '../figures/live-figures.js';
import { HistoryDialog } from '../history-dialog.js';
import { useOrder } from '../order-context.js';
import { type Names, readableHistory } from '../order-text.js';
import { listFigures } from './totals.js';
import styles from './rail.module.css';

/** The totals of the order as typed, as far as the user may see them. */
export function TotalsCard() {
  const { order, locks } = useOrder();
  const { figures, costUnknown } = useLive();
  const shown = listFigures(figures, locks.side, { costUnknown, shedSuite: order.shedSuite });
  return (
    <RecordCard title="Summary">
      <RailFacts
        facts={shown.map(([name, text, isLoss]) => [
          name,
          <span key={name} className={isLoss ? 'figure loss' : 'figure'}>
            {text}
          </span>,
        ])}
      />
    </RecordCard>
  );
}

/** Whom the order concerns. */
export const PeopleCard = ({
  order: { customer, dealer, salesRep, shop, shopName, builder },
}: {
  order: OrderRecord;
}) => (
  <RecordCard title="People">
    <RailFacts
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

interface TimelineProps {
  readonly order: OrderRecord;
  readonly names: Names;
}

/** The newest changes of the order; all of them in a dialog. */
export function TimelineCard({ order, names }: TimelineProps) {
  const [isOpen, setOpen] = useState(false);
  const { _id, serialNumber } = order;
  const history = (
    <Button small icon="history" onClick={() => setOpen(true)}>
      History
    </Button>
  );
  return (
    <Can permission="orders.history">
      <RecordCard title="Timeline" actions={history} className={styles['timeline']}>
        <WhenNear>{() => <Newest id={_id} names={names} />}</WhenNear>
        {isOpen && <HistoryDialog id={_id} serialNumber={serialNumber} names={names} onClose={() => setOpen(false)} />}
      </RecordCard>
    </Can>
  );
}

const NEWEST = 4;

function Newest({ id, names }: { id: string; names: Names }) {
  const query = useApi('GET /api/history/:id', { id, size: NEWEST });
  return (
    <Loaded query={query} lines={NEWEST}>
      {({ items }) => <HistoryPanel entries={readableHistory(items, names)} />}
    </Loaded>
  );
}
