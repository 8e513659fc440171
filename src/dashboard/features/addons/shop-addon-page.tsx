import { useForm } from 'react-hook-form';
import { Form } from '../../components/form/form.js';
import { PreviewEffect } from '../../components/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../components/record-page.js';
import { useToast } from '../../components/toast.js';
import { call, messageOf, type Output } from '../../lib/api.js';
import { money, percent } from '../../lib/format.js';
import { useCan } from '../../lib/session.js';
import { goBack } from '../../lib/unsaved.js';
import { useApi, useSend } from '../../lib/use-api.js';
import { itemBody, type ItemLine, ItemLines, itemValues } from './item-lines.js';

type AddOn = Output<'GET /api/addon/one/:id'>;

/** An add-on as a shop sees it, with the items it takes there. */
export function ShopAddOnPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/addon/one/:id', id ? { id } : null);
  const category = query.data?.category._id;
  const list = category ? `/shop/addon/all?category=${category}` : '/shop/addon/category/all';
  return (
    <RecordPage what="Add-on" list={list} query={query} nameOf={({ name }) => name}>
      {(addOn) => addOn && <OwnItems key={addOn.revision} addOn={addOn} list={list} />}
    </RecordPage>
  );
}

function OwnItems({ addOn, list }: { addOn: AddOn; list: string }) {
  const toast = useToast();
  const { allowed } = useCan('catalogue.own', { write: true });
  const { send } = useSend('PUT /api/addon/shop/update/:id', { refresh: ['/api/addon'] });
  const shown = addOn.items.length > 0 ? addOn.items : addOn.standardItems;
  const form = useForm<{ items: ItemLine[] }>({ defaultValues: { items: itemValues(shown) } });
  const bodyOf = () => ({ id: addOn._id, items: itemBody(form.getValues().items) });
  const save = async () => {
    try {
      toast.success((await send(bodyOf())).msg);
      form.reset(form.getValues()); // nothing is unsaved any more
      goBack(list);
    } catch (error) {
      toast.error(`Addon ${messageOf(error)}`);
      throw error;
    }
  };
  return (
    <>
      <dl className="record-facts">
        <div>
          <dt>Type</dt>
          <dd>{addOn.type}</dd>
        </div>
        <div>
          <dt>Shed Suite ID</dt>
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
          ? 'These are your own items for this add-on.'
          : 'These are the standard items. Saving makes them your own.'}
      </p>
      <Form
        form={form}
        onSubmit={save}
        label="Items"
        save={{
          permission: 'catalogue.own',
          extra: (
            <PreviewEffect
              permission="catalogue.own"
              ask={() => call('PUT /api/addon/shop/update/:id', bodyOf(), { preview: true })}
            />
          ),
        }}
      >
        <ItemLines name="items" readOnly={!allowed} />
      </Form>
    </>
  );
}
