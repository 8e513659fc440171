import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { useCan } from '../../../lib/server/session.js';
import type { OrderRow } from '../change-order.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const RepriceDialog = loadLazily(() => import('./reprice-dialog.js').then((m) => m.RepriceDialog));

interface RepriceButtonProps {
  readonly orders: readonly OrderRow[];
  readonly onDone: () => void;
}

/** Re-prices the selected orders at today's prices, after a preview; only with permission. */
export function RepriceButton({ orders, onDone }: RepriceButtonProps) {
  const { isAllowed } = useCan('prices.change', { write: true });
  const [ids, setIds] = useState<readonly string[] | null>(null);
  if (!isAllowed) return null;
  const finish = () => {
    setIds(null);
    onDone();
  };
  return (
    <>
      <ActionButton permission="prices.change" small onClick={() => setIds(orders.map(({ _id }) => _id))}>
        Re-price selected
      </ActionButton>
      {ids && <RepriceDialog ids={ids} onClose={() => setIds(null)} onDone={finish} />}
    </>
  );
}
