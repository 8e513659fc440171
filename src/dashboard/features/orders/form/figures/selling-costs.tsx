import { sellingCosts } from '../../../../../domain/pricing/case/case.js';
import { MoneyField } from '../../../../components/ui/form/fields.js';
import { money } from '../../../../lib/format.js';
import { figureAt } from '../../../../components/shared/orders/order-types.js';
import { sellingLabels } from '../../../../components/shared/orders/figure-rows.js';
import { useLive } from './live-figures.js';
import { useOrder } from '../order-context.js';
import styles from './figures.module.css';

/** What selling and moving the building costs the company; an amount entered here replaces the calculated one. */
export function SellingCosts({ max }: { readonly max: number }) {
  const { locks } = useOrder();
  const { figures } = useLive();
  return (
    <section className={styles['selling-costs']} aria-labelledby="order-selling-costs">
      <h3 id="order-selling-costs">Commissions, escort and haul</h3>
      <p className="muted no-print">
        Leave a field blank to calculate it. An amount you enter replaces the calculation.
      </p>
      <div className={styles['price-fields']}>
        {sellingCosts.map((name) => (
          <MoneyField
            key={name}
            name={`sellingCosts.${name}`}
            label={sellingLabels[name]}
            placeholder={money(figureAt(figures, name, 'company')).replace('$', '')}
            min={-max}
            max={max}
            readOnly={locks.companyFacts !== null}
          />
        ))}
      </div>
    </section>
  );
}
