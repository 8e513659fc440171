import { Redirect, useSearch } from 'wouter';
import { NewVendor } from '../../../../domain/purchasing/vendors/schema.js';
import { Button } from '../../../components/ui/button.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { DefaultItems, useShopItems } from './default-items.js';
import { VendorFields } from '../vendor-fields.js';
import {
  DELETE_QUESTION,
  type ItemOfVendor,
  type Vendor,
  vendorHistory,
  vendorLabels,
  vendorValues,
} from '../vendor-words.js';

const LIST = '/shop/purchase/vendors';

/** Redirects from the alternative address to the form's. */
export function OldVendorFormAddress() {
  const search = useSearch();
  return <Redirect to={`/shop/purchase/vendor/form${search && `?${search}`}`} replace />;
}

/** A vendor: name, contact details and default items. */
export function VendorFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/vendor/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/vendor/delete/:id');
  return (
    <RecordPage
      what="Vendor"
      title={id ? 'Update Vendor' : 'Create Vendor'}
      list={LIST}
      query={query}
      getName={({ name }) => name}
      deletion={{
        permission: 'purchasing.write',
        call: remove,
        area: 'Vendor',
        name: ({ name }) => `vendor ${name}`,
        question: DELETE_QUESTION,
      }}
    >
      {(vendor) => <VendorForm key={vendor?._id} vendor={vendor} />}
    </RecordPage>
  );
}

const itemTexts = (list: readonly ItemOfVendor[], toName: (id: string) => string): string =>
  list.map(({ _id, pack }) => (pack ? `${toName(_id)} (packs of ${pack})` : toName(_id))).join(', ');

function VendorForm({ vendor }: { vendor: Vendor | null }) {
  const { isAllowed } = useCan('purchasing.write', { write: true });
  const items = useShopItems(vendor?.defaultItems ?? []);
  const add = useSend('POST /api/vendor');
  const change = useSend('PUT /api/vendor/update/:id');
  const saving = useRecordSave({
    record: vendor,
    toValues: vendorValues,
    area: 'Vendor',
    what: `Vendor ${vendor?.name ?? ''}`,
    labels: vendorLabels,
    format: (_field, value) => (Array.isArray(value) ? itemTexts(value, items.getName) : value) || 'empty',
    store: (values, revision) =>
      vendor
        ? change.send({ id: vendor._id, revision: revision ?? vendor.revision, ...values })
        : add.send({ ...values }),
    onSaved: () => goBack(LIST),
  });
  const exit = <Button onClick={() => goBack(LIST)}>Exit</Button>;
  return (
    <RecordForm
      saving={saving}
      history={vendor && { id: vendor._id, words: vendorHistory }}
      limits={NewVendor}
      label="Create or Update Vendor"
      save={{ permission: 'purchasing.write', extra: exit }}
    >
      <VendorFields readOnly={!isAllowed} />
      <DefaultItems items={items} readOnly={!isAllowed} />
    </RecordForm>
  );
}
