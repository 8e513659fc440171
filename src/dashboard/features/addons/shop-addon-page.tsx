import { Form } from '../../components/form/form.js';
import { itemLines } from '../../components/history-lines.js';
import { HistoryToggle } from '../../components/history-toggle.js';
import { useRecordSave } from '../../components/form/use-record-save.js';
import { PreviewEffect } from '../../components/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../components/record-page.js';
import { call, type Output } from '../../lib/api.js';
import { money, percent } from '../../lib/format.js';
import { useCan } from '../../lib/session.js';
import { goBack } from '../../lib/unsaved.js';
import { useApi, useSend } from '../../lib/use-api.js';
import { itemsInWords } from './addon-words.js';
import { itemBody, type ItemLine, ItemLines, itemValues } from './item-lines.js';

type AddOn = Output<'GET /api/addon/one/:id'>;
/** What a save answers, and what is read of an add-on here. */
type Shown = Pick<AddOn, '_id' | 'items' | 'standardItems' | 'revision'>;

/** An add-on as a shop sees it, with the items it takes there. */
export function ShopAddOnPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/addon/one/:id', id ? { id } : null);
  const category = query.data?.category._id;
  const list = category ? `/shop/addon/all?category=${category}` : '/shop/addon/category/all';
  return (
    <RecordPage what="Add-on" list={list} query={query} nameOf={({ name }) => name}>
      {(addOn) => addOn && <OwnItems key={addOn._id} addOn={addOn} list={list} />}
    </RecordPage>
  );
}

const valuesOf = (addOn: Shown | null) => ({
  items: itemValues(addOn && addOn.items.length > 0 ? addOn.items : addOn?.standardItems),
});

interface OwnItemsProps {
  readonly addOn: AddOn;
  readonly list: string;
  /** Whose items these are, for the office; a shop's people have their own. */
  readonly shop?: string;
}

/** The items of a shop for an add-on, and what the office decides of it. */
export function OwnItems({ addOn, list, shop }: OwnItemsProps) {
  const permission = shop ? 'catalogue.write' : 'catalogue.own';
  const { allowed } = useCan(permission, { write: true });
  const names = useApi('GET /api/item/names', {});
  const items = (names.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const refresh = ['/api/addon', '/api/history'];
  const ofOwn = useSend('PUT /api/addon/shop/update/:id', { refresh });
  const ofShop = useSend('PUT /api/addon/company/update/:id', { refresh });
  const { form, save, onRefused, dialog } = useRecordSave({
    record: addOn as Shown,
    valuesOf,
    area: 'Addon',
    what: `Add-on ${addOn.name}`,
    labels: { items: 'Items' },
    format: (_, value) => itemsInWords(value as readonly ItemLine[], items),
    store: (values, revision) => {
      const body = { id: addOn._id, items: itemBody(values.items), revision: revision ?? addOn.revision };
      return shop ? ofShop.send({ ...body, shop }) : ofOwn.send(body);
    },
    onSaved: () => goBack(list),
  });
  const ask = () => {
    const body = { id: addOn._id, items: itemBody(form.getValues().items) };
    return shop
      ? call('PUT /api/addon/company/update/:id', { ...body, shop }, { preview: true })
      : call('PUT /api/addon/shop/update/:id', body, { preview: true });
  };
  return (
    <>
      <dl className="record-facts">
        <div>
          <dt>Type</dt>
          <dd>{addOn.type}</dd>
        </div>
        <div>
          <dt>Shed-Suite ID</dt>
          <dd>{addOn.ssId || '—'}</dd>
        </div>
        <div>
          <dt>Retail price</dt>
          <dd>{addOn.type === 'percent' ? percent(addOn.retailPrice) : money(addOn.retailPrice)}</dd>
        </div>
        <div>
          <dt>Shop percent</dt>
          <dd>{percent(addOn.shopPercent) || 'as usual'}</dd>
        </div>
      </dl>
      <p className="muted">
        {addOn.items.length > 0
          ? `These are ${shop ? "the shop's" : 'your'} own items for this add-on.`
          : `These are the standard items. Saving makes them ${shop ? "the shop's" : 'your'} own.`}
      </p>
      <Form
        form={form}
        onSubmit={save}
        onRefused={onRefused}
        label="Items"
        save={{
          permission,
          extra: <PreviewEffect permission={permission} ask={ask} />,
        }}
      >
        <ItemLines name="items" readOnly={!allowed} />
      </Form>
      <HistoryToggle id={addOn._id} words={{ items: itemLines }} {...(shop ? { shop } : {})} />
      {dialog}
    </>
  );
}
