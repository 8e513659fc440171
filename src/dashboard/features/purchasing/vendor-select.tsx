import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { NewVendor } from '../../../domain/purchasing/vendors/schema.js';
import { ActionButton } from '../../components/ui/button.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { SelectField } from '../../components/ui/form/fields.js';
import { Form } from '../../components/ui/form/form.js';
import { useEditForm } from '../../components/ui/form/use-edit-form.js';
import { useNotify } from '../../components/ui/overlay/use-notify.js';
import { useCan } from '../../lib/server/session.js';
import { useApi, useSend } from '../../lib/server/use-api.js';
import { VendorFields } from './vendor-fields.js';
import { vendorValues, type VendorValues } from './vendor-words.js';
import styles from './vendor-select.module.css';

interface VendorSelectProps {
  /** The record's current vendor, listed even before the others are loaded. */
  readonly current: { readonly _id: string; readonly name: string } | null;
  readonly readOnly?: boolean;
}

/** The vendor of an order, the form's field `vendor`; a missing one can be added here. */
export function VendorSelect({ current, readOnly = false }: VendorSelectProps) {
  const { setValue } = useFormContext();
  const { isAllowed } = useCan('purchasing.write', { write: true });
  /** The name of the vendor being added, empty for none yet; null while none is added. */
  const [adding, setAdding] = useState<string | null>(null);
  const [addedVendor, setAddedVendor] = useState<VendorSelectProps['current']>(null);
  const vendors = useApi('GET /api/vendor', { size: 5000 });
  const vendorById = new Map(
    [current, addedVendor, ...(vendors.data?.items ?? [])].flatMap((one) => (one ? [[one._id, one.name]] : [])),
  );
  const take = (vendor: { readonly _id: string; readonly name: string }) => {
    setAddedVendor(vendor);
    setAdding(null);
    setValue('vendor', vendor._id, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <div className={`row ${styles['vendor-select']}`}>
      <SelectField
        name="vendor"
        label="Vendor"
        required="Please select a vendor"
        placeholder="Select a vendor"
        recent="vendors"
        onCreate={isAllowed ? setAdding : undefined}
        options={[...vendorById].map(([value, label]) => ({ value, label }))}
        readOnly={readOnly}
      />
      {!readOnly && (
        <ActionButton permission="purchasing.write" icon="plus" onClick={() => setAdding('')}>
          New Vendor
        </ActionButton>
      )}
      {adding !== null &&
        createPortal(<NewVendorDialog name={adding} onAdded={take} onClose={() => setAdding(null)} />, document.body)}
    </div>
  );
}

interface NewVendorProps {
  readonly name: string;
  readonly onAdded: (vendor: { readonly _id: string; readonly name: string }) => void;
  readonly onClose: () => void;
}

function NewVendorDialog({ name, onAdded, onClose }: NewVendorProps) {
  const { notifyAndThrow } = useNotify('Vendor');
  const form = useEditForm<VendorValues>({ defaultValues: { ...vendorValues(null), name } });
  const { send, pending } = useSend('POST /api/vendor');
  const add = async (values: VendorValues) => onAdded((await notifyAndThrow(send(values))).item);
  return (
    <FormDialog
      title="New Vendor"
      size="large"
      submit="Save Vendor"
      permission="purchasing.write"
      pending={pending}
      onClose={onClose}
    >
      <Form form={form} limits={NewVendor} onSubmit={add} label="New vendor">
        <VendorFields />
      </Form>
    </FormDialog>
  );
}
