import { CheckField, NumberField, SelectField, TextField } from '../../../../components/ui/form/fields.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { useOrder } from '../order-context.js';
import { withPresent } from './order-fields.js';
import { fieldLabels } from '../saving/order-text.js';
import styles from '../order-form.module.css';

const MOST = 99_999.9999;

/**
 * The builder, whether the metal is ordered, and the paint: the shop's part of an order, which the office can edit too.
 */
export function BuildingFields() {
  const { order, locks } = useOrder();
  const shop = order.shop?._id;
  const builders = useApi('GET /api/users/builders', shop ? { shop } : null);
  const isLocked = locks.shopPart !== null;
  const options = (builders.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const present = order.builder;
  return (
    <>
      <SelectField
        name="builder"
        label={fieldLabels.builder}
        placeholder="None"
        recent="builders"
        readOnly={isLocked || shop === undefined}
        {...(shop === undefined ? { hint: 'Choose a shop before you choose a builder.' } : {})}
        options={withPresent(options, present?._id ?? null, present?.name ?? null)}
      />
      <CheckField
        name="metalOrdered"
        label={fieldLabels.metalOrdered}
        className={styles['order-check']}
        readOnly={isLocked}
      />
      <PaintFields name="sidingPaint" locked={isLocked} />
      <PaintFields name="trimPaint" locked={isLocked} />
    </>
  );
}

function PaintFields({ name, locked }: { name: 'sidingPaint' | 'trimPaint'; locked: boolean }) {
  const label = fieldLabels[name];
  return (
    <div className={styles['order-paint']}>
      <TextField name={`${name}.color`} label={`${label} color`} maxLength={100} readOnly={locked} />
      <NumberField
        name={`${name}.quantity`}
        label={`${label} quantity`}
        decimals={0}
        keep={4}
        min={0}
        max={MOST}
        readOnly={locked}
      />
    </div>
  );
}
