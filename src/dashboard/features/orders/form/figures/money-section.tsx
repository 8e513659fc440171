import { describeUnknownCost } from '../../../../../domain/pricing/unknown-cost.js';
import { ToggleButton } from '../../../../components/ui/button.js';
import { FigureTable } from '../../../../components/ui/table/figure-table.js';
import { MoneyField, NumberField, TextAreaField } from '../../../../components/ui/form/fields.js';
import { Icon } from '../../../../components/ui/icon.js';
import { RecordCard } from '../../../../components/ui/record-layout.js';
import { percent } from '../../../../lib/format.js';
import { useExplain } from './explain-popover.js';
import {
  toColumns,
  expenseGroups,
  markUnknown,
  totalGroups,
} from '../../../../components/shared/orders/figure-rows.js';
import { useLive } from './live-figures.js';
import { Facts } from '../../../../components/ui/facts.js';
import { useOrder } from '../order-context.js';
import { fieldLabels } from '../saving/order-text.js';
import { SellingCosts } from './selling-costs.js';
import type { View } from '../../../../components/shared/orders/order-types.js';
import { type Part, useHidden } from '../fields/use-hidden.js';
import styles from './figures.module.css';

const LIMIT = 9_999_999.99;

/** The shop percent, base price and adjustment, entered by the office, and the resulting totals. */
export function MoneySection() {
  const { order, locks } = useOrder();
  const live = useLive();
  const explain = useExplain();
  const isOffice = locks.side === 'office';
  const views: View[] = isOffice ? ['shop', 'company', 'order'] : ['shop'];
  return (
    <>
      <RecordCard title="Price">
        {isOffice ? (
          <PriceFields readOnly={locks.figures !== null} companyLocked={locks.companyFacts !== null} />
        ) : (
          <Facts dashes facts={[[fieldLabels.shopPercent, percent(order.shopPercent)]]} />
        )}
      </RecordCard>
      <RecordCard title="Totals" className={styles['figure-card']}>
        <FigureTable
          caption="Totals"
          columns={toColumns(views)}
          groups={totalGroups(live.figures, views, order.shedSuite)}
          {...(explain ? { onExplain: explain } : {})}
        />
        {live.incomplete && <p className="muted">{isOffice ? LATER : SHOP_LATER}</p>}
      </RecordCard>
    </>
  );
}

const LATER = 'Costs of new items appear after you save. Until then, cost totals leave them out.';
const SHOP_LATER = 'Totals update after you save.';

function PriceFields({ readOnly, companyLocked }: { readOnly: boolean; companyLocked: boolean }) {
  const limits = { min: -LIMIT, max: LIMIT, readOnly };
  return (
    <>
      <div className={styles['price-fields']}>
        <NumberField
          name="shopPercent"
          label={fieldLabels.shopPercent}
          required
          decimals={2}
          keep={4}
          min={0}
          max={1000}
          suffix="%"
          readOnly={readOnly}
        />
        <MoneyField name="basePrice.company" label="Base price" required {...limits} />
        <MoneyField name="adjustment.shop" label="Adjustment, shop" {...limits} />
        <MoneyField name="adjustment.company" label="Adjustment, company" {...limits} readOnly={companyLocked} />
      </div>
      <SellingCosts max={LIMIT} />
      <TextAreaField name="adjustmentNote" label={fieldLabels.adjustmentNote} rows={2} readOnly={readOnly} />
    </>
  );
}

const toggles: readonly (readonly [Part, string, 'office' | 'shop' | 'both'])[] = [
  ['shop', 'Shop expenses & GP', 'shop'],
  ['standard', 'Standard table', 'both'],
  ['company', 'Company expenses & GP', 'office'],
];

/** Expenses and gross profit, one column per table that is not hidden. */
export function ExpensesSection() {
  const { locks } = useOrder();
  const live = useLive();
  const explain = useExplain();
  const [hidden, toggle] = useHidden();
  const visibleToggles = toggles.filter(([, , whose]) => whose === 'both' || whose === locks.side);
  const views = visibleToggles.map(([view]) => view).filter((view) => !hidden.has(view));
  const choices = visibleToggles.map(([view, label]) => (
    <ToggleButton key={view} small pressed={!hidden.has(view)} onPressed={() => toggle(view)}>
      {label}
    </ToggleButton>
  ));
  return (
    <RecordCard
      title="Expenses and gross profit"
      actions={choices}
      className={`${styles['figure-card']} ${styles['order-expenses']}`}
    >
      {live.costUnknown.length > 0 && (
        <p className="notice notice-warning">
          <Icon name="warning" />
          <span>
            Cost unknown: {describeUnknownCost(live.costUnknown)}. Cost and profit totals leave this order out.
          </span>
        </p>
      )}
      {views.length === 0 && <p className="muted">Choose a view.</p>}
      {views.length > 0 && (
        <FigureTable
          caption="Expenses and gross profit by view"
          columns={toColumns(views)}
          groups={markUnknown(expenseGroups(live.figures, live.addOns, views), live.costUnknown)}
          {...(explain ? { onExplain: explain } : {})}
        />
      )}
    </RecordCard>
  );
}
