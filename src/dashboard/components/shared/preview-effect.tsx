import { useMemo, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Permission } from '../../../domain/kernel/rights/permissions.js';
import { NO_VALUE } from '../../../domain/kernel/cents.js';
import { describeLeftOut } from '../../../domain/pricing/unknown-cost.js';
import { formatMessage, type Preview } from '../../lib/server/api.js';
import { count, formatCount, fraction, money } from '../../lib/format.js';
import { ActionButton, Button } from '../ui/button.js';
import { SignedAmount, Waterfall } from '../ui/chart/waterfall.js';
import { Dialog } from '../ui/overlay/dialog.js';
import { PlainTable } from '../ui/table/plain-table.js';
import { showAtFields, validate } from '../ui/form/use-problems.js';
import { useToast } from '../ui/overlay/toast.js';
import { changeSteps, type KindTotal, profitChange, totalsByKind } from './profit-effect.js';

/** The effect of a price change as the server computes it; every price preview returns it. */
export type Effect = Preview<'PUT /api/item/update/:id/:param'>;
/** Null if no cost is known. */
type Profit = Effect['shops'][number]['before'];

interface PreviewProps<T extends FieldValues> {
  /** The form whose values are previewed; they are validated first, as by Save. Absent outside a form. */
  readonly form?: UseFormReturn<T>;
  readonly permission: Permission;
  /** Previews saving the current form with `{ preview: true }`. */
  readonly ask: () => Promise<Effect>;
  readonly disabledReason?: string | null;
}

/**
 * Preview effect: how many sheds, add-ons and open orders a change affects, and gross profit before and after by shop.
 */
export function PreviewEffect<T extends FieldValues>({
  form,
  permission,
  ask,
  disabledReason = null,
}: PreviewProps<T>) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const [effect, setEffect] = useState<Effect | null>(null);
  const run = async () => {
    if (form && !(await validate(form))) return;
    setPending(true);
    try {
      setEffect(await ask());
    } catch (error) {
      if (!form || !showAtFields(form, error)) toast.error(formatMessage(error));
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

const totalNames = { NB: 'Sheds, new build', INV: 'Sheds, off lot', addOns: 'Add-ons' } as const;

/** Gross profit of the affected products, before and after, by shop and in all, and how the changes add up. */
export function ProfitByShop({ shops }: Pick<Effect, 'shops'>) {
  const totals = totalsByKind(shops);
  return (
    <>
      <PlainTable
        label="Gross profit by shop"
        caption="Gross profit of affected products"
        columns={columns}
        rows={[...shops.map(toRow), ...totals.filter(({ shops: n }) => n > 1).map(toTotalRow)]}
      />
      {totals.map(({ what }) => (
        <ChangeByShop key={what} what={what} shops={shops} />
      ))}
    </>
  );
}

const toRow = ({ shop, what, count: n, leftOut, before, after }: Effect['shops'][number]) => {
  const change = profitChange({ before, after });
  return {
    key: `${shop._id} ${what}`,
    cells: [
      shop.name,
      [kinds[what](n), ...(leftOut > 0 ? [describeLeftOut(leftOut, 'shed')] : [])].join('; '),
      profit(before),
      profit(after),
      change === null ? NO_VALUE : <SignedAmount key="change" value={change} />,
    ],
  };
};

const toTotalRow = ({ what, shops, before, after, change }: KindTotal) => ({
  key: `total ${what}`,
  cells: [
    <strong key="name">{formatCount(shops, 'shop')}</strong>,
    <strong key="what">{totalNames[what]}</strong>,
    <strong key="before">{money(before)}</strong>,
    <strong key="after">{money(after)}</strong>,
    <strong key="change">
      <SignedAmount value={change} />
    </strong>,
  ],
});

/** The waterfall of one kind of product; nothing if only one shop changes. */
function ChangeByShop({ what, shops }: Pick<KindTotal, 'what'> & Pick<Effect, 'shops'>) {
  const steps = useMemo(() => changeSteps(shops, what), [shops, what]);
  if (steps.length < 2) return null;
  return (
    <Waterfall title={`Change in gross profit: ${totalNames[what]}`} point="Shop" steps={steps} total="All shops" />
  );
}
