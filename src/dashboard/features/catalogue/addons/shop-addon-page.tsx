import { ShopItems } from '../../../../domain/catalogue/addons/schema.js';
import { ActionButton } from '../../../components/ui/button.js';
import { Facts } from '../../../components/ui/facts.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { itemLines } from '../../../components/shared/history/history-lines.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { useItemOptions } from '../../../components/shared/items/use-item-options.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call } from '../../../lib/server/api.js';
import { money, percent } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { itemsInWords } from './addon-words.js';
import { type AddOn, itemBody, type ItemLine, itemValues } from './addon-values.js';
import { ItemLines } from './item-lines.js';

/** The result of a save, and the fields of an add-on that this screen reads. */
type ShopAddOn = Pick<AddOn, '_id' | 'items' | 'noItems' | 'standardItems' | 'revision'>;

/** Whether the shop overrides the standard items, possibly with an empty list. */
const isOwn = ({ items, noItems }: Pick<ShopAddOn, 'items' | 'noItems'>): boolean => items.length > 0 || noItems;

/** An add-on on a shop's side, with the items it uses there. */
export function ShopAddOnPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/addon/one/:id', id ? { id } : null);
  const category = query.data?.category._id;
  const list = category ? `/shop/addon/all?category=${category}` : '/shop/addon/category/all';
  return (
    <RecordPage what="Add-on" list={list} query={query} getName={({ name }) => name}>
      {(addOn) => addOn && <OwnItems key={addOn._id} addOn={addOn} list={list} />}
    </RecordPage>
  );
}

const toValues = (addOn: ShopAddOn | null) => ({
  items: itemValues(addOn && isOwn(addOn) ? addOn.items : addOn?.standardItems),
});

/** Labels for the history of a shop's items. */
const historyWords = {
  items: itemLines,
  noItems: ['Uses no items', (none: boolean) => (none ? 'yes' : 'no')],
} as const;

/** An empty list means no items; a separate button restores the standard items. */
const toBody = (id: string, lines: readonly ItemLine[]) => ({
  id,
  items: itemBody(lines),
  noItems: lines.length === 0,
});

interface OwnItemsProps {
  readonly addOn: AddOn;
  readonly list: string;
  /** For the office: the shop whose items these are; omitted for a shop's own users. */
  readonly shop?: string;
}

/** A shop's items for an add-on, and the office's settings of the add-on. */
export function OwnItems({ addOn, list, shop }: OwnItemsProps) {
  const permission = shop ? 'catalogue.write' : 'catalogue.own';
  const { isAllowed } = useCan(permission, { write: true });
  const items = useItemOptions().options;
  const ofOwn = useSend('PUT /api/addon/shop/update/:id');
  const ofShop = useSend('PUT /api/addon/company/update/:id');
  const saving = useRecordSave({
    record: addOn as ShopAddOn, // only the parts that are used here
    toValues: toValues,
    area: 'Addon',
    what: `Add-on ${addOn.name}`,
    labels: { items: 'Items' },
    format: (_, value) => itemsInWords(value, items),
    store: (values, revision) => {
      const body = { ...toBody(addOn._id, values.items), revision: revision ?? addOn.revision };
      return shop ? ofShop.send({ ...body, shop }) : ofOwn.send(body);
    },
    onSaved: () => goBack(list),
  });
  const ask = () => {
    const body = toBody(addOn._id, saving.form.getValues().items);
    return shop
      ? call('PUT /api/addon/company/update/:id', { ...body, shop }, { preview: true })
      : call('PUT /api/addon/shop/update/:id', body, { preview: true });
  };
  return (
    <>
      <RecordCard title="Add-on">
        <Facts
          dashes
          facts={[
            ['Type', addOn.type],
            ['Shed-Suite ID', addOn.ssId],
            ['Retail price', addOn.type === 'percent' ? percent(addOn.retailPrice) : money(addOn.retailPrice)],
            ['Shop percent', percent(addOn.shopPercent) || 'shop default'],
          ]}
        />
      </RecordCard>
      <p className="muted">{whoseItems(addOn, shop ? "the shop's" : 'your')}</p>
      <RecordForm
        saving={saving}
        history={{ id: addOn._id, words: historyWords, ...(shop ? { shop } : {}) }}
        limits={ShopItems}
        label="Items"
        save={{
          permission,
          extra: (
            <>
              {isOwn(addOn) && (
                <UseStandardItems
                  addOn={addOn}
                  permission={permission}
                  onDone={() => goBack(list)}
                  {...(shop ? { shop } : {})}
                />
              )}
              <PreviewEffect form={saving.form} permission={permission} ask={ask} />
            </>
          ),
        }}
      >
        <ItemLines name="items" readOnly={!isAllowed} shop={shop} />
      </RecordForm>
    </>
  );
}

const whoseItems = ({ items, noItems }: AddOn, whose: string): string => {
  const none = 'If the add-on needs no items here, delete them all and save.';
  if (noItems) return 'This add-on uses no items here.';
  if (items.length > 0) return `These are ${whose} own items for this add-on. ${none}`;
  return `These are the standard items. Save to make them ${whose} own. ${none}`;
};

interface UseStandardProps {
  readonly addOn: AddOn;
  readonly permission: 'catalogue.write' | 'catalogue.own';
  readonly shop?: string;
  readonly onDone: () => void;
}

/** Removes this shop's items: the standard items apply again. */
function UseStandardItems({ addOn, permission, shop, onDone }: UseStandardProps) {
  const { notify } = useNotify('Addon');
  const ofOwn = useSend('PUT /api/addon/shop/update/:id');
  const ofShop = useSend('PUT /api/addon/company/update/:id');
  const reset = async () => {
    const body = { id: addOn._id, items: [], revision: addOn.revision };
    if (await notify(shop ? ofShop.send({ ...body, shop }) : ofOwn.send(body))) onDone();
  };
  return (
    <ActionButton permission={permission} pending={ofOwn.pending || ofShop.pending} onClick={() => void reset()}>
      Use standard items
    </ActionButton>
  );
}
