import { CheckField, DateField, MoneyField, NumberField, TextField } from '../../../../components/ui/form/fields.js';
import { day } from '../../../../lib/format.js';
import { useOrder } from '../order-context.js';
import { Facts } from '../../../../components/ui/facts.js';
import { saleLabels } from './sale-values.js';
import styles from '../order-form.module.css';

const LIMIT = 9_999_999.99;

/** Delivery day and address; for the office also customer and payment. Shown in every status. */
export function DeliverySection({ described }: { described: string | undefined }) {
  const isOffice = useOrder().locks.side === 'office';
  return (
    <div className="form-group" role="group" aria-labelledby="order-delivery" aria-describedby={described}>
      <h2 id="order-delivery">{isOffice ? 'Delivery and customer' : 'Delivery'}</h2>
      {isOffice ? <SaleFields /> : <DeliveryFacts />}
    </div>
  );
}

/** The part of a delivery that a shop may see. */
function DeliveryFacts() {
  const { deliveryScheduled, dateDelivered, deliveryAddress: at } = useOrder().order;
  const street = [at?.lineOne, at?.lineTwo].filter(Boolean).join(', ');
  const place = [at?.city, [at?.state, at?.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <Facts
      dashes
      facts={[
        [saleLabels.deliveryScheduled, day(deliveryScheduled)],
        [saleLabels.dateDelivered, day(dateDelivered)],
        ['Street', street],
        ['City', place],
      ]}
    />
  );
}

function SaleFields() {
  const { order, locks } = useOrder();
  const readOnly = locks.office !== null;
  return (
    <>
      <div className={styles['order-row']}>
        <DateField name="deliveryScheduled" label={saleLabels.deliveryScheduled} readOnly={readOnly} />
        <DateField name="dateDelivered" label={saleLabels.dateDelivered} readOnly={readOnly} />
        <TextField name="driver" label={saleLabels.driver} readOnly={readOnly} />
      </div>
      <TextField name="deliveryAddress.lineOne" label="Address line 1" readOnly={readOnly} />
      <TextField name="deliveryAddress.lineTwo" label="Address line 2" readOnly={readOnly} />
      <div className={styles['order-row']}>
        <TextField name="deliveryAddress.city" label="City" readOnly={readOnly} />
        <TextField name="deliveryAddress.state" label="State" readOnly={readOnly} />
        <TextField name="deliveryAddress.zip" label="ZIP code" readOnly={readOnly} />
      </div>
      <TextField name="customerPhone" label={saleLabels.customerPhone} type="tel" readOnly={readOnly} />
      <TextField name="customerEmail" label={saleLabels.customerEmail} type="text" readOnly={readOnly} />
      <div className={styles['order-row']}>
        <CheckField name="rto" label={saleLabels.rto} className={styles['order-check']} readOnly={readOnly} />
        <TextField name="rtoCompany" label={saleLabels.rtoCompany} readOnly={readOnly} />
        <NumberField name="rtoMonths" label={saleLabels.rtoMonths} decimals={0} min={0} readOnly={readOnly} />
        <MoneyField name="balance" label={saleLabels.balance} min={-LIMIT} max={LIMIT} readOnly={readOnly} />
      </div>
      {order.saleStatus && <Facts dashes facts={[['Status in the sales system', order.saleStatus]]} />}
    </>
  );
}
