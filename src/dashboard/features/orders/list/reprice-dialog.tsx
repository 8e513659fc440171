import { useEffect, useState } from 'react';
import { openStatuses } from '../../../../domain/kernel/order/status.js';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import { CostMoney, LeftOut } from '../../../components/shared/cost-unknown.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { Money } from '../../../components/shared/money.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { ApiError, call, formatMessage, type Preview } from '../../../lib/server/api.js';
import { count, fraction } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';

type Repricing = Preview<'POST /api/prices/reprice'>;

const CALL = 'POST /api/prices/reprice';

interface RepriceProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The selected orders at today's prices and costs, before and after; re-prices them on confirmation. */
export function RepriceDialog({ ids, onClose, onDone }: RepriceProps) {
  const { notify } = useNotify('Order');
  const { effect, error, look } = useEffectOfRepricing(ids);
  const { send, pending } = useSend(CALL);
  const reprice = async () => {
    if (await notify(send({ ids: [...ids] }))) onDone();
  };
  const reason = effect?.counts.changed === 0 ? 'No prices or costs would change.' : null;
  return (
    <Dialog
      title="Re-price orders"
      size="large"
      busy={pending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ActionButton
            permission="prices.change"
            kind="primary"
            pending={pending}
            disabledReason={effect ? reason : 'The preview is still loading.'}
            onClick={() => void reprice()}
          >
            {effect ? `Re-price ${count(effect.counts.changed)}` : 'Re-price'}
          </ActionButton>
        </>
      }
      onClose={onClose}
    >
      {error && <Failure error={error} pending={false} onRetry={look} />}
      {!effect && !error && <Skeleton lines={6} label="Loading preview" />}
      {effect && <Effect effect={effect} asked={ids.length} />}
    </Dialog>
  );
}

/** Previews re-pricing; nothing is stored. */
function useEffectOfRepricing(ids: readonly string[]) {
  const [effect, setEffect] = useState<Repricing | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [askedAt, setAsked] = useState(0);
  useEffect(() => {
    let isGone = false;
    call(CALL, { ids: [...ids] }, { preview: true }).then(
      (answer) => isGone || setEffect(answer),
      (reason: unknown) =>
        isGone || setError(reason instanceof ApiError ? reason : new ApiError(0, 'unexpected', formatMessage(reason))),
    );
    return () => {
      isGone = true;
    };
  }, [ids, askedAt]);
  const look = () => {
    setError(null);
    setAsked((n) => n + 1);
  };
  return { effect, error, look };
}

function Effect({ effect: { counts, shops, orders }, asked }: { effect: Repricing; asked: number }) {
  const closedCount = asked - orders.length;
  return (
    <>
      <p>
        {`${count(counts.changed)} would change, ${count(counts.unchanged)} would stay the same, ${count(counts.refused)} cannot be priced. `}
        Entered and uploaded values do not change: prices as sold, percents and adjustments.
      </p>
      {closedCount > 0 && (
        <p className="notice">
          {`${count(closedCount)} of the ${count(asked)} selected orders ${closedCount === 1 ? 'is' : 'are'} not open. Only orders in ${openStatuses.join(', ')} can be re-priced.`}
        </p>
      )}
      {orders.length > 0 && <Figures shops={shops} orders={orders} />}
    </>
  );
}

const toColumns = (first: string, second: string) =>
  [
    { header: first },
    { header: second, align: 'right' },
    { header: 'Shop gross profit before', align: 'right' },
    { header: 'After', align: 'right' },
  ] as const;

const profit = ({ grossProfit, percent }: Repricing['shops'][number]['after']) =>
  grossProfit === null ? (
    NO_VALUE
  ) : (
    <>
      <Money value={grossProfit} /> ({fraction(percent)})
    </>
  );

const Figures = ({ shops, orders }: Pick<Repricing, 'shops' | 'orders'>) => (
  <>
    <LeftOut orders={shops.reduce((all, { leftOut }) => all + leftOut, 0)} />
    <PlainTable
      label="Gross profit by shop"
      columns={toColumns('Shop', 'Orders')}
      rows={shops.map(({ shop, orders: n, before, after }) => ({
        key: shop._id,
        cells: [shop.name, count(n), profit(before), profit(after)],
      }))}
    />
    <PlainTable
      label="Gross profit by order"
      columns={toColumns('Serial #', 'Status')}
      rows={orders.map(({ _id, serialNumber, status, state, reason, before, after }) => ({
        key: _id,
        cells: [
          serialNumber,
          status,
          <CostMoney key="before" value={before.shopProfit} why={before.costUnknown} />,
          state === 'changed' ? (
            <CostMoney key="after" value={after.shopProfit} why={after.costUnknown} />
          ) : (
            (reason ?? 'the same')
          ),
        ],
      }))}
    />
  </>
);
