import { ShopFields } from '../../../domain/company/shops/schema.js';
import { RecordForm } from '../../components/shared/record/record-form.js';
import { useRecordSave } from '../../components/shared/record/use-record-save.js';
import { PreviewEffect } from '../../components/shared/preview-effect.js';
import { call } from '../../lib/server/api.js';
import { percent } from '../../lib/format.js';
import { useCan } from '../../lib/server/session.js';
import { goBack } from '../../lib/queue/unsaved.js';
import { useSend } from '../../lib/server/use-api.js';
import { PercentMatrix } from './percent-matrix.js';
import { AddressFields, CategoryFields, NameFields, OverheadField, StockField } from './shop-fields.js';
import { toBody, labels, rowInWords, type Shop, type ShopValues, toValues } from './shop-values.js';
import { useShopChoices } from './use-shop-choices.js';
import type { FieldOf } from '../../components/ui/form/field-of.js';
import { formatYesNo } from '../../../domain/kernel/text/yes-no.js';

type Choices = ReturnType<typeof useShopChoices>;

/** The office's form for a shop's address, overhead, default category and percents. */
export function ShopForm({ shop, list }: { shop: Shop | null; list: string }) {
  const choices = useShopChoices();
  const add = useSend('POST /api/shop');
  const change = useSend('PUT /api/shop/update/:id');
  const saving = useRecordSave({
    record: shop,
    toValues: toValues,
    area: 'Shop',
    what: `Shop ${shop?.name ?? ''}`,
    labels,
    format: wordsFormatter(choices),
    store: (values, revision) =>
      shop
        ? change.send({ id: shop._id, revision: revision ?? shop.revision, ...toBody(values) })
        : add.send(toBody(values)),
    onSaved: () => goBack(list),
  });
  const preview = shop && (
    <PreviewEffect
      form={saving.form}
      permission="shops.write"
      ask={() =>
        call('PUT /api/shop/update/:id', { id: shop._id, ...toBody(saving.form.getValues()) }, { preview: true })
      }
    />
  );
  const saveBar = shop
    ? ({ permission: 'shops.write', label: 'Update Shop', extra: preview } as const)
    : ({ permission: 'shops.manage', label: 'Add Shop' } as const);
  return (
    <RecordForm saving={saving} limits={ShopFields} label="Shop" save={saveBar}>
      <Fields choices={choices} isNew={!shop} />
    </RecordForm>
  );
}

function Fields({ choices, isNew }: { choices: Choices; isNew: boolean }) {
  const readOnly = !useCan(isNew ? 'shops.manage' : 'shops.write', { write: true }).isAllowed;
  const { shedCategories, parents, models } = choices;
  return (
    <>
      <div className="form-grid">
        <div className="form-group">
          <NameFields readOnly={readOnly} />
          <AddressFields readOnly={readOnly} />
        </div>
        <div className="form-group">
          <OverheadField readOnly={readOnly} />
          <CategoryFields {...{ shedCategories, parents, readOnly }} />
          <StockField readOnly={readOnly} />
        </div>
      </div>
      <PercentMatrix {...{ shedCategories, models, readOnly }} />
    </>
  );
}

/** Formats values for a conflict. */
const wordsFormatter =
  ({ shedCategories, parents, models }: Choices) =>
  (...[field, value]: FieldOf<ShopValues>): string => {
    const all = [...shedCategories, ...parents, ...models];
    const getLabel = (id: string) => all.find((option) => option.value === id)?.label ?? 'None';
    if (field === 'categories') return value.map((row) => rowInWords(getLabel(row.category), row)).join('; ') || 'None';
    if (field === 'defaultModels') return value.map((row) => rowInWords(getLabel(row.model), row)).join('; ') || 'None';
    if (typeof value === 'boolean') return formatYesNo(value);
    if (typeof value === 'number') return percent(value);
    return field.endsWith('Category') ? getLabel(value ?? '') : value || 'empty';
  };
