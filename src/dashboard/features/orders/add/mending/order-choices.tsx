import { useId } from 'react';
import { useCan } from '../../../../lib/server/session.js';
import { useApi } from '../../../../lib/server/use-api.js';
import type { OrderChange } from '../../../../lib/queue/waiting-list.js';
import { changeOrder } from '../../change-order.js';
import type { Order } from '../../order.js';
import { AddOnChoice } from './add-on-choice.js';
import { Choice } from './choice.js';
import { SizeChoice, TextChoice } from './typed-choice.js';
import styles from './mending.module.css';

const colors = [
  { field: 'roofColor', label: 'Roof color', list: 'roofColors' },
  { field: 'sidingColor', label: 'Siding color', list: 'sidingColors' },
  { field: 'trimColor', label: 'Trim color', list: 'trimColors' },
] as const;

const orderTypes = ['Inventory', 'Customer'].map((value) => ({ value, label: value }));

interface TypedField {
  readonly field: 'customer' | 'roofType' | 'sidingType';
  readonly label: string;
  /** The kind of alert its value raised, in addition to the one for a missing value. */
  readonly alert: string;
}

/** Values to enter if the order lacks them or has ones its category does not allow. */
const typedFields: readonly TypedField[] = [
  { field: 'customer', label: 'Customer', alert: 'customer-missing' },
  { field: 'roofType', label: 'Roof type', alert: 'roof-type' },
  { field: 'sidingType', label: 'Siding type', alert: 'siding-type' },
];

/**
 * Chooses what was not matched: shop, model, type, size, missing values, add-ons. Each choice is saved and matched
 * immediately.
 */
export function OrderChoices({ order }: { order: Order }) {
  const lookups = useApi('GET /api/lookups', {}).data;
  const company = useApi('GET /api/company', {}).data;
  const save = (change: OrderChange) => changeOrder(order, change);
  const missingColors = colors.filter(({ field }) => !order[field]);
  const unknown = order.customAddOns.filter((line) => line.unknown);
  const note = useId();
  const { reason } = useCan('orders.edit', { write: true });
  return (
    <fieldset
      className={styles['order-choices']}
      aria-label={`Choices for ${order.serialNumber}`}
      disabled={reason !== null}
      aria-describedby={reason ? note : undefined}
    >
      {reason && (
        <p id={note} className="muted">
          {reason}
        </p>
      )}
      <Choice
        label="Shop"
        value={order.shop?._id ?? ''}
        placeholder={!order.shop && order.shopName ? `${order.shopName}?` : 'Choose a shop'}
        recent="shops"
        options={lookups?.shops.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={(shop) => save({ shop })}
      />
      <Choice
        label="Model"
        value={order.modelId ?? ''}
        placeholder={order.modelId ? 'Choose a model' : `${order.model}?`}
        recent="models"
        options={lookups?.models.map(({ _id, name, category }) => ({ value: _id, label: name, detail: category }))}
        onChange={(model) => save({ model })}
      />
      <Choice
        label="Order type"
        value={order.type}
        placeholder="Choose a type"
        options={orderTypes}
        onChange={(type) => save({ type: type === 'Customer' ? type : 'Inventory' })}
      />
      <SizeChoice key={`${order.width}x${order.length}`} order={order} onChoose={save} />
      {typedFields
        .filter(({ field, alert }) => !order[field] || order.alerts.some(({ code }) => code === alert))
        .map(({ field, label }) => (
          <TextChoice
            key={field}
            label={label}
            value={order[field] ?? ''}
            suggestions={field === 'customer' ? [] : (lookups?.[`${field}s`] ?? [])}
            onChoose={(text) => save({ [field]: text })}
          />
        ))}
      {missingColors.map(({ field, label, list }) => (
        <Choice
          key={field}
          label={label}
          value=""
          placeholder={`Choose a ${label.toLowerCase()}`}
          options={company?.[list].map(({ color }) => ({ value: color, label: color }))}
          onChange={(color) => save({ [field]: color })}
        />
      ))}
      {unknown.map((line) => (
        <AddOnChoice
          key={line.lineNo}
          order={order}
          line={line}
          addOns={lookups?.addOns ?? []}
          why={missingColors.length > 0 ? 'Choose the missing colors first' : null}
          onChoose={save}
        />
      ))}
    </fieldset>
  );
}
