import { DealerFields } from '../../../../domain/company/dealers/schema.js';
import { NumberField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import type { Output } from '../../../lib/server/api.js';
import { percent } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';

type Dealer = Output<'GET /api/dealer/:id'>;
const LIST = '/company/dealers';

const toValues = (dealer: Dealer | null) => ({
  name: dealer?.name ?? '',
  shop: dealer?.shop?._id ?? '',
  city: dealer?.city ?? '',
  haulPercent: dealer?.haulPercent ?? null,
});

const labels = { name: 'Name', shop: 'Shop', city: 'City', haulPercent: 'Haul percent' } as const;

/** A dealer: its shop, its location, and how much of the haul to its lot is paid. */
export function DealerFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/dealer/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/dealer/delete/:id');
  return (
    <RecordPage
      what="Dealer"
      list={LIST}
      query={query}
      getName={({ name }) => name}
      deletion={{ permission: 'catalogue.write', call: remove, area: 'Dealer', name: ({ name }) => `dealer ${name}` }}
    >
      {(dealer) => <DealerForm key={dealer?._id} dealer={dealer} />}
    </RecordPage>
  );
}

function DealerForm({ dealer }: { dealer: Dealer | null }) {
  const shops = useApi('GET /api/shop', {});
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const add = useSend('POST /api/dealer');
  const change = useSend('PUT /api/dealer/update/:id');
  const saving = useRecordSave({
    record: dealer,
    toValues: toValues,
    area: 'Dealer',
    what: `Dealer ${dealer?.name ?? ''}`,
    labels,
    format: (field, value) => {
      if (field === 'haulPercent') return percent(value) || 'empty';
      const shop = field === 'shop' && shops.data?.items.find(({ _id }) => _id === value);
      return shop ? shop.name : value || 'empty';
    },
    store: ({ shop, ...values }, revision) => {
      const body = { ...values, shop: shop || null };
      return dealer ? change.send({ id: dealer._id, revision: revision ?? dealer.revision, ...body }) : add.send(body);
    },
    onSaved: () => goBack(LIST),
  });
  return (
    <RecordForm
      saving={saving}
      history={dealer && { id: dealer._id, words: { ...labelsAsWords, shop: ['Shop', formatName] } }}
      limits={DealerFields}
      label="Dealer"
      save={{ permission: 'catalogue.write' }}
    >
      <div className="form-grid">
        <div className="form-group">
          <TextField name="name" label="Name" required="Enter the dealer name" readOnly={!isAllowed} />
          <SelectField
            name="shop"
            label="Shop"
            placeholder="No shop"
            recent="shops"
            options={(shops.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            readOnly={!isAllowed}
          />
        </div>
        <div className="form-group">
          <TextField name="city" label="City" readOnly={!isAllowed} />
          <NumberField
            name="haulPercent"
            label="Haul percent"
            hint="Defaults to 100%."
            step={0.01}
            min={0}
            suffix="%"
            readOnly={!isAllowed}
          />
        </div>
      </div>
    </RecordForm>
  );
}

const formatName = (shop: { readonly name: string }): string => shop.name;
const labelsAsWords = { name: ['Name'], city: ['City'], haulPercent: ['Haul percent'] } as const;
