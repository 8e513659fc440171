import { ShopFields } from '../../../../domain/company/shops/schema.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { SelectField } from '../../../components/ui/form/fields.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { Section } from '../../../components/ui/section.js';
import { call } from '../../../lib/server/api.js';
import { percent } from '../../../lib/format.js';
import { AddressTabs } from '../../../components/ui/tabs.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { ShopBaseStyles } from '../../../components/shared/base-styles/shop-base-styles.js';
import { AddressFields, NameFields, OverheadField, StockField } from '../shop-fields.js';
import { PercentMatrix } from '../percent-matrix.js';
import { historyWords, labels, type Shop, type ShopValues, toValues } from '../shop-values.js';
import { AddUser } from '../../../components/shared/users/add-user-dialog.js';
import { UserList } from '../../../components/shared/users/user-list.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

/** The user's shop: a Shop Admin can change address, overhead, use of stock and base styles; the rest is read-only. */
export function ShopSettingsPage() {
  const query = useApi('GET /api/settings/shop', {});
  return (
    <Page title="Shop Settings">
      <LoadedContent query={query}>{(shop) => <Settings shop={shop} />}</LoadedContent>
    </Page>
  );
}

function Settings({ shop }: { shop: Shop }) {
  const mayListUsers = useCan('users.list').isAllowed;
  const details = {
    id: 'shop',
    label: 'Shop',
    content: (
      <>
        <ShopSettings shop={shop} />
        <HistoryToggle id={shop._id} words={historyWords} />
      </>
    ),
  };
  const users = {
    id: 'users',
    label: 'Users',
    content: (
      <Section title="Shop Users" actions={<AddUser side="shop" shop={shop} />}>
        <UserList side="shop" shop={shop} />
      </Section>
    ),
  };
  const baseStyles = { id: 'base-styles', label: 'Base styles', content: <ShopBaseStyles /> };
  return <AddressTabs label="Settings" tabs={[details, baseStyles, ...(mayListUsers ? [users] : [])]} />;
}

const getOwn = ({ streetAddress, city, state, zipCode, overhead, takesStockWhenFinished }: ShopValues) => ({
  streetAddress,
  city,
  state,
  zipCode,
  overhead,
  takesStockWhenFinished,
});

function ShopSettings({ shop }: { shop: Shop }) {
  const change = useSend('PUT /api/shop/update/:id');
  const saving = useRecordSave({
    record: shop,
    toValues: toValues,
    area: 'Shop',
    what: `Shop ${shop.name}`,
    labels,
    format: (_, value) => {
      if (typeof value === 'boolean') return formatYesNo(value);
      if (typeof value === 'number') return percent(value);
      return (typeof value === 'string' && value) || 'empty';
    },
    store: (values, revision) => change.send({ id: shop._id, revision: revision ?? shop.revision, ...getOwn(values) }),
  });
  const preview = (
    <PreviewEffect
      form={saving.form}
      permission="shops.change"
      ask={() =>
        call('PUT /api/shop/update/:id', { id: shop._id, ...getOwn(saving.form.getValues()) }, { preview: true })
      }
    />
  );
  return (
    <RecordForm
      saving={saving}
      limits={ShopFields}
      label="Shop settings"
      save={{ permission: 'shops.change', extra: preview }}
    >
      <Fields shop={shop} />
    </RecordForm>
  );
}

const toOption = ({ _id, name }: { readonly _id: string; readonly name: string }) => ({ value: _id, label: name });

function Fields({ shop }: { shop: Shop }) {
  const readOnly = !useCan('shops.change', { write: true }).isAllowed;
  const categories = [
    ...shop.categories.map(({ category }) => category),
    ...shop.defaultModels.map(({ model }) => model.category),
  ].map(toOption);
  const models = shop.defaultModels.map(({ model }) => ({ ...toOption(model), category: model.category._id }));
  return (
    <>
      <div className="form-grid">
        <div className="form-group">
          <NameFields readOnly />
          <OverheadField readOnly={readOnly} />
          <StockField readOnly={readOnly} />
          <SelectField
            name="defaultCategory"
            label={labels.defaultCategory}
            placeholder="No default category"
            options={shop.defaultCategory ? [toOption(shop.defaultCategory)] : []}
            disabledReason="The office sets the default category and percentages."
          />
        </div>
        <div className="form-group">
          <AddressFields readOnly={readOnly} />
        </div>
      </div>
      <PercentMatrix shedCategories={categories} models={models} readOnly />
    </>
  );
}
