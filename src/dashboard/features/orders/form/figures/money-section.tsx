import { describeUnknownCost } from '../../../../../domain/pricing/unknown-cost.js';
import { ToggleButton } from '../../../../components/ui/button.js';
import { FigureTable } from '../../../../components/ui/table/figure-table.js';
import { MoneyField, NumberField, TextAreaField } from '../../../../components/ui/form/fields.js';
import { Icon } from '../../../../components/ui/icon.js';
import { percent } from '../../../../lib/format.js';
import { useExplain } from './explain-popover.js';
import {
  toColumns,
  expenseGroups,
  markUnknown,
  totalGroups,
} from '../../../../components/shared/orders/figure-rows.js';
import { useLive } from './live-figures.js';
import { Facts } from '../order-fields.js';
import { useOrder } from '../order-context.js';
import { fieldLabels } from '../order-text.js';
import { SellingCosts } from './selling-costs.js';
import type { View } from '../../../../components/shared/orders/order-types.js';
import { type Part, useShown } from '../use-shown.js';
import styles from './figures.module.css';

const LIMIT = 9_999_999.99;

/** The shop percent, base price and adjustment, entered by the office, and the resulting totals. */
export function MoneySection() {
  const { order, locks } = useOrder();
  const live = useLive();
  const explain = useExplain();
  const isOffice = locks.side === 'office';
  return (
    <section className={styles['order-money']}>
      <div className="form-group" role="group" aria-labelledby="order-price">
        <h2 id="order-price">Price</h2>
        {isOffice ? (
          <PriceFields readOnly={locks.figures !== null} companyLocked={locks.companyFacts !== null} />
        ) : (
          <Facts facts={[[fieldLabels.shopPercent, percent(order.shopPercent)]]} />
        )}
      </div>
      <div>
        <FigureTable
          caption="Totals"
          columns={toColumns(isOffice ? ['shop', 'company', 'order'] : ['shop'])}
          groups={totalGroups(live.figures, isOffice ? ['shop', 'company', 'order'] : ['shop'], order.shedSuite)}
          {...(explain ? { onExplain: explain } : {})}
        />
        {live.incomplete && <p className="muted">{isOffice ? LATER : SHOP_LATER}</p>}
      </div>
    </section>
  );
}

const LATER = 'Costs of new items appear after you save. Until then, cost totals leave them out.';
const SHOP_LATER = 'Totals update after you save.';

function PriceFields({ readOnly, companyLocked }: { readOnly: boolean; companyLocked: boolean }) {
  const limits = { min: -LIMIT, max: LIMIT, readOnly };
  return (
    <>
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
      <SellingCosts max={LIMIT} />
      <TextAreaField
        name="adjustmentNote"
        label={fieldLabels.adjustmentNote}
        rows={2}
        className="wide"
        readOnly={readOnly}
      />
    </>
  );
}

const toggles: readonly (readonly [Part & View, string, 'office' | 'shop' | 'both'])[] = [
  ['shop', 'Shop expenses & GP', 'shop'],
  ['standard', 'Standard table', 'both'],
  ['company', 'Company expenses & GP', 'office'],
];

/** Expenses and gross profit, one column per visible table. */
export function ExpensesSection() {
  const { locks } = useOrder();
  const live = useLive();
  const explain = useExplain();
  const [shown, toggle] = useShown();
  const offered = toggles.filter(([, , whose]) => whose === 'both' || whose === locks.side);
  const views = offered.map(([view]) => view).filter((view) => shown.has(view));
  return (
    <section aria-labelledby="order-expenses" className={styles['order-expenses']}>
      <div className="row">
        <h2 id="order-expenses" className="grow">
          Expenses and gross profit
        </h2>
        {offered.map(([view, label]) => (
          <ToggleButton key={view} small pressed={shown.has(view)} onPressed={() => toggle(view)}>
            {label}
          </ToggleButton>
        ))}
      </div>
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
    </section>
  );
}
