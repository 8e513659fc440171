import { MetalPrices } from '../../../../domain/catalogue/items/schema.js';
import { type MetalName, metals } from '../../../../domain/company/company/metals.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { RecordDialog } from '../record/record-dialog.js';
import { NumberField } from '../../ui/form/fields.js';
import { useRecordSave } from '../record/use-record-save.js';
import { LoadedContent } from '../../ui/loaded.js';
import { PreviewEffect } from '../preview-effect.js';
import { useToast } from '../../ui/overlay/toast.js';
import { call, type Output } from '../../../lib/server/api.js';
import { unitPrice } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { recordFrom } from '../../../../domain/kernel/objects.js';

type Sheet = Output<'PUT /api/company/metal/update/:id'>['item'];
type Values = Readonly<Record<MetalName, number | null>>;

interface MetalDialogProps {
  /** The shop whose prices these are; null for the company's standard prices. */
  readonly shop: string | null;
  readonly onClose: () => void;
}

const TITLE = 'Update Metal Items';

/** Update Metal Items: the ten prices per linear foot of a shop or the company, applied to Metal items by name. */
export function MetalDialog({ shop, onClose }: MetalDialogProps) {
  const query = useApi('GET /api/item/metal', shop ? { shop } : {});
  if (query.data) return <MetalForm sheet={query.data} shop={shop} onClose={onClose} />;
  return (
    <Dialog title={TITLE} size="large" onClose={onClose}>
      <LoadedContent query={query}>{() => null}</LoadedContent>
    </Dialog>
  );
}

const toValues = (sheet: Sheet | null): Values =>
  recordFrom(
    metals,
    ({ name }) => name,
    ({ name }) => sheet?.[name] ?? null,
  );
const labels = recordFrom(
  metals,
  ({ name }) => name,
  ({ label }) => label,
);

function useMetalSave({ sheet, shop, onClose }: { sheet: Sheet; shop: string | null; onClose: () => void }) {
  const toast = useToast();
  const ofShop = useSend('PUT /api/shop/metal/update/shop/:id');
  const ofCompany = useSend('PUT /api/company/metal/update/:id');
  return useRecordSave({
    record: sheet,
    toValues,
    area: shop ? 'Shop' : 'Company',
    what: 'The list of metal prices',
    labels,
    format: (_, value) => unitPrice(value),
    store: async (values: Values, revision) => {
      const body = { id: sheet._id, revision: revision ?? sheet.revision, ...values };
      const savedSheet = await (shop ? ofShop : ofCompany).send(body);
      if (savedSheet.unmatched.length > 0) toast.info(`No Metal items are named ${savedSheet.unmatched.join(', ')}.`);
      return savedSheet;
    },
    onSaved: onClose,
  });
}

interface MetalFormProps extends MetalDialogProps {
  readonly sheet: Sheet & { readonly unmatched: readonly string[] };
}

function MetalForm({ sheet, shop, onClose }: MetalFormProps) {
  const saving = useMetalSave({ sheet, shop, onClose });
  const ask = () => {
    const body = { id: sheet._id, ...saving.form.getValues() };
    return shop
      ? call('PUT /api/shop/metal/update/shop/:id', body, { preview: true })
      : call('PUT /api/company/metal/update/:id', body, { preview: true });
  };
  return (
    <RecordDialog
      saving={saving}
      limits={MetalPrices}
      label="Metal prices"
      title={TITLE}
      size="large"
      extra={<PreviewEffect form={saving.form} permission={shop ? 'items.change' : 'catalogue.write'} ask={ask} />}
      onClose={onClose}
      intro={
        <p className="muted">
          Prices per linear foot. They become {shop ? "this shop's" : 'the standard'} sub-totals of the Metal items with
          these names.
          {sheet.unmatched.length > 0 && ` No Metal items are named ${sheet.unmatched.join(', ')}.`}
        </p>
      }
    >
      <div className="form-grid">
        {metals.map(({ name, label }) => (
          <NumberField
            key={name}
            name={name}
            label={label}
            required={`Enter the ${label} price`}
            decimals={2}
            keep={4}
            min={0}
            step={0.01}
            prefix="$"
          />
        ))}
      </div>
    </RecordDialog>
  );
}
