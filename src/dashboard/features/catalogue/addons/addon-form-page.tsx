import { useLocation } from 'wouter';
import { AddOnFields, MOST_RETAIL_PERCENT } from '../../../../domain/catalogue/addons/schema.js';
import { mostPercent } from '../../../../domain/pricing/allocation.js';
import { addOnTypes, allocationFlags } from '../../../../domain/pricing/case/case.js';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { CheckField, NumberField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { useItemOptions } from '../../../components/shared/items/use-item-options.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call, formatMessage } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { type Choices, historyWords, inWords, labels, modeNames } from './addon-words.js';
import { type AddOn, toBody, toValues } from './addon-values.js';
import { ItemLines } from './item-lines.js';
import { OwnItems } from './shop-addon-page.js';
import { useValue } from '../../../components/ui/form/use-value.js';

/** An add-on: its properties, the split of its price, its labor and its items; with `?shop=`, a shop's items. */
export function AddOnFormPage() {
  const { id, query: address } = useRecordAddress();
  const shop = address.get('shop');
  const query = useApi('GET /api/addon/one/:id', id ? { id, ...(shop ? { shop } : {}) } : null);
  const category = query.data?.category._id ?? address.get('category') ?? '';
  const all = category ? `/company/addon/all?category=${category}` : '/company/addon/category/shop/all';
  const list = category && shop ? `${all}&shop=${shop}` : all;
  return (
    <RecordPage
      what="Add-on"
      list={list}
      query={query}
      getName={({ name }) => name}
      actions={(addOn) => !shop && <Copies addOn={addOn} />}
    >
      {(addOn) =>
        addOn && shop ? (
          <OwnItems key={addOn._id} addOn={addOn} list={list} shop={shop} />
        ) : (
          <AddOnForm key={addOn?._id} addOn={addOn} category={category} list={list} />
        )
      }
    </RecordPage>
  );
}

/** Copy Add-on and Create for All Categories, for users with the grant. */
function Copies({ addOn }: { addOn: AddOn }) {
  const toast = useToast();
  const { notify } = useNotify('Addon');
  const confirm = useConfirm();
  const [, go] = useLocation();
  const { isAllowed } = useCan('addons.copy');
  const copy = useSend('POST /api/addon/copy/:id');
  const all = useSend('POST /api/addon/categories/all/:id');
  if (!isAllowed) return null;
  const copyOne = async () => {
    const copiedAddOn = await notify(copy.send({ id: addOn._id }));
    if (copiedAddOn) go(`/company/addon/form?id=${copiedAddOn.item._id}`);
  };
  const createAll = async () => {
    const message = `Create this add-on in every category named ${addOn.category.name}, and in its copies under other parent categories?`;
    if (!(await confirm({ message, record: addOn.name }))) return;
    try {
      const { msg, created } = await all.send({ id: addOn._id });
      if (created > 0) toast.success(msg);
      else toast.info(msg);
    } catch (error) {
      toast.error(`Error creating add-ons for matching categories: ${formatMessage(error)}`);
    }
  };
  return (
    <>
      <ActionButton permission="addons.copy" icon="copy" pending={copy.pending} onClick={() => void copyOne()}>
        Copy Add-on
      </ActionButton>
      <ActionButton permission="addons.copy" pending={all.pending} onClick={() => void createAll()}>
        Create for All Categories
      </ActionButton>
    </>
  );
}

/** The records an add-on can refer to. */
function useChoices(): Choices {
  const categories = useApi('GET /api/addon/category/all', {});
  const labor = useApi('GET /api/addonlabor/standard/all', { size: 5000 });
  const items = useItemOptions().options;
  return {
    category: (categories.data?.items ?? []).map(({ _id, name, addonParentCategory }) => ({
      value: _id,
      label: `${addonParentCategory.name}: ${name}`,
    })),
    addOnLabor: (labor.data?.items ?? []).map(({ _id, name, category }) => ({
      value: _id,
      label: name,
      detail: category?.name,
    })),
    items,
  };
}

function AddOnForm({ addOn, category, list }: { addOn: AddOn | null; category: string; list: string }) {
  const toast = useToast();
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const choices = useChoices();
  const add = useSend('POST /api/addon/');
  const change = useSend('PUT /api/addon/update/:id');
  const saving = useRecordSave({
    record: addOn,
    toValues: toValues(category),
    area: 'Addon',
    what: `Add-on ${addOn?.name ?? ''}`,
    labels,
    format: (field, value) => inWords(field, value, choices, addOn?.type ?? ''),
    store: async (values, revision) => {
      const result = addOn
        ? await change.send({ id: addOn._id, revision: revision ?? addOn.revision, ...toBody(values) })
        : await add.send(toBody(values));
      if (result.warning) toast.info(result.warning);
      return { msg: result.msg, item: { ...result.item, items: [], noItems: false, shopItems: [] } };
    },
    onSaved: () => goBack(list),
  });
  const ask = () =>
    call('PUT /api/addon/update/:id', { id: addOn?._id ?? '', ...toBody(saving.form.getValues()) }, { preview: true });
  return (
    <RecordForm
      saving={saving}
      history={addOn && { id: addOn._id, words: historyWords(addOn.type) }}
      limits={AddOnFields}
      label="Add-on"
      save={{
        permission: 'catalogue.write',
        extra: addOn && <PreviewEffect form={saving.form} permission="catalogue.write" ask={ask} />,
      }}
    >
      <div className="form-grid">
        <NameFields readOnly={!isAllowed} choices={choices} />
        <PriceFields readOnly={!isAllowed} />
      </div>
      <ItemLines name="standardItems" readOnly={!isAllowed} />
    </RecordForm>
  );
}

function NameFields({ readOnly, choices }: { readOnly: boolean; choices: Choices }) {
  const steeper = useValue<boolean>('steeperPitch');
  return (
    <div className="form-group">
      <TextField
        name="name"
        label="Name"
        required="Enter the add-on name"
        hint={steeper ? 'Enter a name such as Steeper Pitch 812.' : undefined}
        readOnly={readOnly}
      />
      <SelectField
        name="type"
        label="Type"
        required="Choose a type"
        placeholder="Choose a type"
        options={addOnTypes.map((type) => ({ value: type, label: type }))}
        readOnly={readOnly}
      />
      <TextField name="ssId" label={labels.ssId} readOnly={readOnly} />
      <SelectField
        name="category"
        label="Category"
        required="Choose a category"
        placeholder="Choose a category"
        recent="addon-categories"
        options={choices.category}
        readOnly={readOnly}
      />
      <SelectField
        name="addOnLabor"
        label="Add-on Labor"
        placeholder="No labor"
        recent="addon-labor"
        options={choices.addOnLabor}
        readOnly={readOnly}
      />
    </div>
  );
}

function PriceFields({ readOnly }: { readOnly: boolean }) {
  const nonInventory = useValue<boolean>('nonInventory');
  const type = useValue<string>('type');
  const mode = useValue<string>('mode');
  return (
    <div className="form-group">
      <NumberField
        name="retailPrice"
        label="Retail Price"
        required="Enter the retail price"
        step={0.01}
        min={0}
        {...(type === 'percent' ? { suffix: '%', max: MOST_RETAIL_PERCENT } : { prefix: '$' })}
        readOnly={readOnly}
      />
      <NumberField
        name="shopPercent"
        label="Shop Percent"
        required="Enter the shop percent"
        step={0.01}
        min={0}
        max={mostPercent(type, mode)}
        suffix="%"
        readOnly={readOnly}
      />
      <SelectField
        name="mode"
        label="Price split"
        placeholder="None: use the shop percent"
        options={allocationFlags.map((flag) => ({ value: flag, label: modeNames[flag] }))}
        readOnly={readOnly}
      />
      <CheckField name="discount" label="Discount" readOnly={readOnly} />
      <CheckField name="steeperPitch" label="Steeper Pitch" readOnly={readOnly} />
      <CheckField name="onSiteFee" label="On Site Fee" readOnly={readOnly} />
      <CheckField name="nonInventory" label="Non Inventory" readOnly={readOnly} />
      {nonInventory && (
        <NumberField
          name="standardNonInvCost"
          label="Non Inventory Cost"
          required="Enter the Non Inventory Cost"
          step={0.01}
          min={0}
          prefix="$"
          readOnly={readOnly}
        />
      )}
    </div>
  );
}
