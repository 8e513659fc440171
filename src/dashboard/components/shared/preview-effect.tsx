import { useState } from 'react';
import type { Permission } from '../../../domain/kernel/rights/permissions.js';
import { NO_VALUE } from '../../../domain/kernel/cents.js';
import { describeLeftOut } from '../../../domain/pricing/unknown-cost.js';
import { formatMessage, type Preview } from '../../lib/server/api.js';
import { count, formatCount, fraction, money } from '../../lib/format.js';
import { ActionButton, Button } from '../ui/button.js';
import { Dialog } from '../ui/overlay/dialog.js';
import { PlainTable } from '../ui/table/plain-table.js';
import { useToast } from '../ui/overlay/toast.js';

/** The effect of a price change as the server computes it; every price preview returns it. */
export type Effect = Preview<'PUT /api/item/update/:id/:param'>;
/** Null if no cost is known. */
type Profit = Effect['shops'][number]['before'];

interface PreviewProps {
  readonly permission: Permission;
  /** Previews saving the current form with `{ preview: true }`. */
  readonly ask: () => Promise<Effect>;
  readonly disabledReason?: string | null;
}

/**
 * Preview effect: how many sheds, add-ons and open orders a change affects, and gross profit before and after by shop.
 */
export function PreviewEffect({ permission, ask, disabledReason = null }: PreviewProps) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const [effect, setEffect] = useState<Effect | null>(null);
  const run = async () => {
    setPending(true);
    try {
      setEffect(await ask());
    } catch (error) {
      toast.error(formatMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <ActionButton
        permission={permission}
        icon="eye"
        pending={pending}
        disabledReason={disabledReason}
        onClick={() => void run()}
      >
        Preview effect
      </ActionButton>
      {effect && <EffectDialog effect={effect} onClose={() => setEffect(null)} />}
    </>
  );
}

function EffectDialog({ effect, onClose }: { effect: Effect; onClose: () => void }) {
  const { sheds, addOns, openOrders, shops } = effect;
  return (
    <Dialog
      title="Effect of this change"
      size="large"
      footer={<Button onClick={onClose}>Close</Button>}
      onClose={onClose}
    >
      <p>
        Affects {formatCount(sheds, 'shed')}, {formatCount(addOns, 'add-on')} and{' '}
        {formatCount(openOrders, 'open order')}. Open orders keep their figures until you re-price them. Nothing is
        saved yet.
      </p>
      {shops.length === 0 ? (
        <p className="muted">No sheds or add-ons are affected at any shop.</p>
      ) : (
        <ProfitByShop shops={shops} />
      )}
    </Dialog>
  );
}

const kinds = {
  NB: (n: number) => `${formatCount(n, 'shed')}, new build`,
  INV: (n: number) => `${formatCount(n, 'shed')}, off lot`,
  addOns: (n: number) => (n === 1 ? '1 add-on' : `${count(n)} add-ons, one of each`),
} as const;

const columns = [
  { header: 'Shop' },
  { header: 'What' },
  { header: 'Before', align: 'right' },
  { header: 'After', align: 'right' },
  { header: 'Change', align: 'right' },
] as const;

const profit = ({ grossProfit, percent }: Profit): string =>
  grossProfit === null ? NO_VALUE : `${money(grossProfit)} (${fraction(percent)})`;

const change = (before: Profit, after: Profit): string =>
  before.grossProfit === null || after.grossProfit === null
    ? NO_VALUE
    : money(Math.round((after.grossProfit - before.grossProfit) * 100) / 100);

/** Gross profit of the affected products, before and after, by shop. */
export const ProfitByShop = ({ shops }: Pick<Effect, 'shops'>) => (
  <PlainTable
    label="Gross profit by shop"
    caption="Gross profit of affected products"
    columns={columns}
    rows={shops.map(({ shop, what, count: n, leftOut, before, after }) => ({
      key: `${shop._id} ${what}`,
      cells: [
        shop.name,
        [kinds[what](n), ...(leftOut > 0 ? [describeLeftOut(leftOut, 'shed')] : [])].join('; '),
        profit(before),
        profit(after),
        change(before, after),
      ],
    }))}
  />
);
