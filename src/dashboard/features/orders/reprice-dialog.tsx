import { type ReactNode, useEffect, useState } from 'react';
import { ActionButton, Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Failure, Skeleton } from '../../components/empty-state.js';
import { Money } from '../../components/money.js';
import { useToast } from '../../components/toast.js';
import { ApiError, call, messageOf, type Output } from '../../lib/api.js';
import { count, fraction } from '../../lib/format.js';
import { useSend } from '../../lib/use-api.js';

type Repricing = Output<'POST /api/prices/reprice'>;
type Order = Repricing['orders'][number];

const CALL = 'POST /api/prices/reprice';

interface RepriceProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What the chosen orders would come to at today's prices and costs, before and after; then prices them. */
export function RepriceDialog({ ids, onClose, onDone }: RepriceProps) {
  const toast = useToast();
  const { effect, error, look } = useEffectOfRepricing(ids);
  const { send, pending } = useSend(CALL, { refresh: ['/api/orders', '/api/dashboard', '/api/history'] });
  const reprice = async () => {
    try {
      toast.success((await send({ ids: [...ids] })).msg);
      onDone();
    } catch (thrown) {
      toast.error(`Order ${messageOf(thrown)}`);
    }
  };
  const reason = effect?.counts.changed === 0 ? 'No order would cost anything else.' : null;
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
            disabledReason={effect ? reason : 'Wait for the preview.'}
            onClick={() => void reprice()}
          >
            {effect ? `Re-price ${count(effect.counts.changed)}` : 'Re-price'}
          </ActionButton>
        </>
      }
      onClose={onClose}
    >
      {error && <Failure error={error} pending={false} onRetry={look} />}
      {!effect && !error && <Skeleton lines={6} label="Loading the preview" />}
      {effect && <Effect effect={effect} />}
    </Dialog>
  );
}

/** Asks the server what re-pricing would do; it stores nothing. */
function useEffectOfRepricing(ids: readonly string[]) {
  const [effect, setEffect] = useState<Repricing | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let gone = false;
    call(CALL, { ids: [...ids] }, { preview: true }).then(
      (answer) => gone || setEffect(answer as Repricing), // the preview answers in the form of the change
      (thrown: unknown) =>
        gone || setError(thrown instanceof ApiError ? thrown : new ApiError(0, 'unexpected', messageOf(thrown))),
    );
    return () => {
      gone = true;
    };
  }, [ids, asked]);
  const look = () => {
    setError(null);
    setAsked((n) => n + 1);
  };
  return { effect, error, look };
}

function Effect({ effect: { counts, shops, orders } }: { effect: Repricing }) {
  return (
    <>
      <p>
        {`${count(counts.changed)} would change, ${count(counts.unchanged)} stay as they are, ${count(counts.refused)} cannot be priced. `}
        What was typed or given with an order stays: prices as sold, percents, adjustments. Invoiced orders are never
        priced again.
      </p>
      <Scroll label="Gross profit by shop">
        <Head first="Shop" second="Orders" />
        <tbody>
          {shops.map(({ shop, orders: n, before, after }) => (
            <tr key={shop._id}>
              <th scope="row">{shop.name}</th>
              <td className="cell-right">{count(n)}</td>
              <td className="cell-right">
                <Money value={before.grossProfit} /> ({fraction(before.percent)})
              </td>
              <td className="cell-right">
                <Money value={after.grossProfit} /> ({fraction(after.percent)})
              </td>
            </tr>
          ))}
        </tbody>
      </Scroll>
      <Scroll label="Gross profit by order">
        <Head first="Serial #" second="Status" />
        <tbody>
          {orders.map((order) => (
            <Row key={order._id} order={order} />
          ))}
        </tbody>
      </Scroll>
    </>
  );
}

const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className="plain-table">{children}</table>
  </div>
);

const Head = ({ first, second }: { first: string; second: string }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      <th scope="col" className="cell-right">
        {second}
      </th>
      <th scope="col" className="cell-right">
        Shop gross profit before
      </th>
      <th scope="col" className="cell-right">
        After
      </th>
    </tr>
  </thead>
);

const Row = ({ order: { serialNumber, status, state, reason, before, after } }: { order: Order }) => (
  <tr>
    <th scope="row">{serialNumber}</th>
    <td className="cell-right">{status}</td>
    <td className="cell-right">
      <Money value={before.shopProfit} />
    </td>
    <td className="cell-right">{state === 'changed' ? <Money value={after.shopProfit} /> : (reason ?? 'the same')}</td>
  </tr>
);
