import { useWatch } from 'react-hook-form';
import { Redirect } from 'wouter';
import { ItemFields } from '../../../../domain/catalogue/items/schema.js';
import { itemTotal } from '../../../../domain/catalogue/items/rules.js';
import { CheckField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { Page } from '../../../components/ui/page.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { useCreateNamed } from '../../../components/shared/record/use-create-named.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { call } from '../../../lib/server/api.js';
import { useCan, useSession } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { Item } from '../../../components/shared/items/item-columns.js';
import { historyWords, inWords, labels } from '../../../components/shared/items/item-words.js';
import { PriceField, TotalLine } from './price-fields.js';
import { ShopItemForm } from './shop-item-form.js';

/** Adds an item at standard values. */
export function AddItemPage() {
  const { query: address } = useRecordAddress();
  const category = address.get('category') ?? '';
  const list = category ? `/company/items/all?category=${category}` : '/company/items/all';
  return (
    <Page title="Add Item" back={list}>
      <ItemForm item={null} category={category} list={list} />
    </Page>
  );
}

/** An item at standard values, or at a shop's with `?shop=`. */
export function CompanyItemPage() {
  const { id, query: address } = useRecordAddress();
  const shop = address.get('shop');
  const query = useApi('GET /api/item/one/:id', id ? { id, ...(shop ? { shop } : {}) } : null);
  const remove = useSend('DELETE /api/item/delete/:id');
  const category = query.data?.category._id;
  const end = shop ? `&shop=${shop}` : '';
  const list = category ? `/company/items/all?category=${category}${end}` : '/company/items/all';
  if (!id) return <Redirect to="/company/items/all" replace />;
  return (
    <RecordPage
      what="Item"
      list={list}
      query={query}
      getName={({ name }) => name}
      deletion={
        shop
          ? null
          : {
              permission: 'catalogue.write',
              call: remove,
              area: 'Item',
              name: (item) => `item ${item.name}`,
              preview: (id) => call('DELETE /api/item/delete/:id', { id }, { preview: true }),
            }
      }
    >
      {(item) =>
        item && shop ? (
          <ShopItemForm key={item._id} item={item} shop={shop} list={list} />
        ) : (
          <ItemForm key={item?._id} item={item} category={category ?? ''} list={list} />
        )
      }
    </RecordPage>
  );
}

/** An item at this shop's values. */
export function ShopItemPage() {
  const { id } = useRecordAddress();
  const { me } = useSession();
  const query = useApi('GET /api/item/one/:id', id ? { id } : null);
  const category = query.data?.category._id;
  const list = category ? `/shop/items/all?category=${category}` : '/shop/items/category/all';
  if (!id) return <Redirect to="/shop/items/category/all" replace />;
  return (
    <RecordPage what="Item" list={list} query={query} getName={({ name }) => name}>
      {(item) => item && <ShopItemForm key={item._id} item={item} shop={me?.shop?._id ?? ''} list={list} />}
    </RecordPage>
  );
}

const valuesFrom = (category: string) => (item: Item | null) => ({
  name: item?.name ?? '',
  type: item?.type ?? '',
  category: item?.category._id ?? category,
  subTotal: item?.subTotal ?? null,
  freight: item?.freight ?? 0,
  inventoryItem: item?.inventoryItem ?? false,
});
type Values = ReturnType<ReturnType<typeof valuesFrom>>;

function ItemForm({ item, category, list }: { item: Item | null; category: string; list: string }) {
  const categories = useApi('GET /api/itemcategory/', { size: 5000 });
  const options = (categories.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const add = useSend('POST /api/item/');
  const change = useSend('PUT /api/item/update/:id/:param');
  const toBody = ({ inventoryItem, ...values }: Values, id: string) =>
    ({ id, param: 'standard', ...values, discount: inventoryItem }) as const;
  const saving = useRecordSave({
    record: item,
    toValues: valuesFrom(category),
    area: 'Items are not updated:',
    what: `Item ${item?.name ?? ''}`,
    labels,
    format: (field, value) =>
      field === 'category' ? (options.find((option) => option.value === value)?.label ?? '') : inWords(field, value),
    store: (values, revision) =>
      item
        ? change.send({ ...toBody(values, item._id), revision: revision ?? item.revision })
        : add.send({ ...values, subTotal: values.subTotal ?? 0 }),
    onSaved: () => goBack(list),
  });
  const preview = item && (
    <PreviewEffect
      form={saving.form}
      permission="catalogue.write"
      ask={() => call('PUT /api/item/update/:id/:param', toBody(saving.form.getValues(), item._id), { preview: true })}
    />
  );
  return (
    <RecordForm
      saving={saving}
      history={item && { id: item._id, words: historyWords }}
      limits={ItemFields}
      label="Item"
      save={{ permission: 'catalogue.write', label: 'Submit', extra: preview }}
    >
      <Fields categories={options} />
    </RecordForm>
  );
}

function Fields({ categories }: { categories: readonly { value: string; label: string }[] }) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const readOnly = !isAllowed;
  const createCategory = useCreateNamed('POST /api/itemcategory/', 'ItemCategory', 'category');
  return (
    <div className="form-grid">
      <div className="form-group">
        <TextField name="name" label="Name" required="Enter the item name" readOnly={readOnly} />
        <TextField name="type" label="Type" required="Enter the item type" readOnly={readOnly} />
        <SelectField
          name="category"
          label="Category"
          required="Choose an item category"
          placeholder="Choose a category"
          recent="item-categories"
          onCreate={createCategory}
          options={categories}
          readOnly={readOnly}
        />
      </div>
      <div className="form-group">
        <PriceField name="subTotal" label="Sub-total" required="Enter the sub-total" readOnly={readOnly} />
        <PriceField name="freight" label="Freight" readOnly={readOnly} />
        <Total />
        <CheckField name="inventoryItem" label="Inventory Item" readOnly={readOnly} />
      </div>
    </div>
  );
}

function Total() {
  const [subTotal, freight] = useWatch<{ subTotal: number | null; freight: number | null }, ['subTotal', 'freight']>({
    name: ['subTotal', 'freight'],
  });
  return <TotalLine total={itemTotal(subTotal, freight)} />;
}
