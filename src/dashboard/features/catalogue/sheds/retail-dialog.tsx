import { useForm } from 'react-hook-form';
import { raisePrice } from '../../../../domain/pricing/uses/raised.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { SelectField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { type Effect, PreviewEffect } from '../../../components/shared/preview-effect.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call } from '../../../lib/server/api.js';
import { count, money } from '../../../lib/format.js';
import { describeProblem, PriceChangeFields, PriceChanges, type PriceChangeValues, toChange } from '../price-change.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';

const CALL = 'PUT /api/shed/update/retailprices';

interface RetailProps {
  readonly category: string;
  /** Null: every model of the category. */
  readonly model: string | null;
  readonly onClose: () => void;
}

const start: PriceChangeValues & { readonly step: string } = { by: 'percent', amount: null, step: '1' };
const steps = [
  { value: '0', label: 'To the cent' },
  { value: '1', label: 'Up to the next dollar' },
  { value: '5', label: 'Up to the next $5' },
  { value: '10', label: 'Up to the next $10' },
] as const;

/** Raises or lowers all retail prices of a model or a category together. */
export function RetailDialog({ category, model, onClose }: RetailProps) {
  const { notifyAndThrow } = useNotify('Shed');
  const sheds = useApi('GET /api/shed/pricechange/:id', { id: category, size: 5000 });
  const { send, pending } = useSend(CALL);
  const form = useForm({ defaultValues: start });
  const values = form.watch();
  const rows = (sheds.data?.items ?? []).filter((shed) => !model || shed.model._id === model);
  const problem = describeProblem('Prices', values);
  const changes = (problem ? [] : rows).map((shed) => ({
    ...shed,
    to: raisePrice(shed.retailPrice, { ...toChange(values), step: Number(values.step) }),
  }));
  const changedPrices = changes.filter(({ retailPrice, to }) => to !== retailPrice);
  const body = () => ({
    sheds: changedPrices.map(({ _id, retailPrice, to }) => ({ _id, retailPrice: to, was: retailPrice })),
  });
  const reason = problem ?? (changedPrices.length === 0 ? 'No prices would change.' : null);
  const update = async () => {
    await notifyAndThrow(send(body()), ({ msg, updated }) => `${msg}: ${count(updated)} in total`);
    onClose();
  };
  return (
    <FormDialog
      title="Change retail prices"
      size="large"
      submit={`Change ${count(changedPrices.length)}`}
      permission="prices.change"
      pending={pending}
      disabledReason={reason}
      extra={
        <PreviewEffect
          form={form}
          permission="prices.change"
          disabledReason={reason}
          ask={async () => (await call(CALL, body(), { preview: true })) as Effect} // by shed ID
        />
      }
      onClose={onClose}
    >
      <Form form={form} limits={null} onSubmit={update} label="Change retail prices">
        <PriceChangeFields what="prices">
          <SelectField name="step" label="Round" options={steps} />
        </PriceChangeFields>
      </Form>
      <PriceChanges
        label="Prices before and after"
        header="Shed"
        problem={problem}
        summary={`Existing orders keep their prices. ${count(changedPrices.length)} of ${count(rows.length)} sheds change.`}
        rows={changedPrices.map(({ _id, model: { name }, width, length, retailPrice, to }) => ({
          key: _id,
          cells: [`${name} ${width} × ${length}`, money(retailPrice), money(to)],
        }))}
      />
    </FormDialog>
  );
}
