import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { raisePrice } from '../../../../domain/pricing/uses/raised.js';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { NumberField, SelectField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { type Effect, PreviewEffect } from '../../../components/shared/preview-effect.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call } from '../../../lib/server/api.js';
import { count, money } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';

const CALL = 'PUT /api/shed/update/retailprices';

interface RetailProps {
  readonly category: string;
  /** Null: every model of the category. */
  readonly model: string | null;
  readonly onClose: () => void;
}

const start: { by: string; amount: number | null; step: string } = { by: 'percent', amount: null, step: '1' };
const steps = [
  { value: '0', label: 'To the cent' },
  { value: '1', label: 'Up to the next dollar' },
  { value: '5', label: 'Up to the next $5' },
  { value: '10', label: 'Up to the next $10' },
] as const;

/** Raises or lowers all retail prices of a model or a category together. */
export function RetailDialog({ category, model, onClose }: RetailProps) {
  const { notifyAndThrow } = useNotify('Shed');
  const formId = useId();
  const sheds = useApi('GET /api/shed/pricechange/:id', { id: category, size: 5000 });
  const { send, pending } = useSend(CALL);
  const form = useForm({ defaultValues: start });
  const values = form.watch();
  const rows = (sheds.data?.items ?? []).filter((shed) => !model || shed.model._id === model);
  const wrong = describeProblem(values);
  const changes = (wrong ? [] : rows).map((shed) => ({ ...shed, to: raisePrice(shed.retailPrice, toChange(values)) }));
  const changed = changes.filter(({ retailPrice, to }) => to !== retailPrice);
  const body = () => ({ sheds: changed.map(({ _id, to }) => ({ _id, retailPrice: to })) });
  const reason = wrong ?? (changed.length === 0 ? 'No prices would change.' : null);
  const update = async () => {
    await notifyAndThrow(send(body()), ({ msg, updated }) => `${msg}: ${count(updated)} in total`);
    onClose();
  };
  return (
    <Dialog
      title="Change retail prices"
      size="large"
      busy={pending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PreviewEffect
            permission="prices.change"
            disabledReason={reason}
            ask={async () => (await call(CALL, body(), { preview: true })) as Effect} // by shed ID
          />
          <ActionButton
            permission="prices.change"
            kind="primary"
            type="submit"
            form={formId}
            pending={pending}
            disabledReason={reason}
          >
            {`Change ${count(changed.length)}`}
          </ActionButton>
        </>
      }
      onClose={onClose}
    >
      <Form id={formId} form={form} limits={null} onSubmit={update} guarded={false} label="Change retail prices">
        <div className="form-group">
          <SelectField
            name="by"
            label="Change by"
            options={[
              { value: 'percent', label: 'percent' },
              { value: 'dollars', label: 'dollars' },
            ]}
          />
          <NumberField name="amount" label="Amount" hint="A negative amount lowers prices." step={0.01} />
          <SelectField name="step" label="Round" options={steps} />
        </div>
      </Form>
      {wrong ? (
        <p role="alert" className="error">
          {wrong}
        </p>
      ) : (
        <p className="muted">
          Existing orders keep their prices. {count(changed.length)} of {count(rows.length)} sheds change.
        </p>
      )}
      {changed.length > 0 && <Changes rows={changed.slice(0, SHOWN)} />}
      {changed.length > SHOWN && <p className="muted">and {count(changed.length - SHOWN)} more</p>}
    </Dialog>
  );
}

const SHOWN = 100;

/** Why the prices cannot be changed this way; null if they can. */
function describeProblem({ by, amount }: typeof start): string | null {
  if (Number.isNaN(amount)) return 'Enter a number.';
  return by === 'percent' && (amount ?? 0) < -100 ? 'Prices cannot be lowered by more than 100%.' : null;
}

const toChange = ({ by, amount, step }: typeof start) => ({
  ...(by === 'percent' ? { percent: amount ?? 0 } : { dollars: amount ?? 0 }),
  step: Number(step),
});

interface Change {
  readonly _id: string;
  readonly model: { readonly name: string };
  readonly width: number;
  readonly length: number;
  readonly retailPrice: number;
  readonly to: number;
}

const columns = [{ header: 'Shed' }, { header: 'Old', align: 'right' }, { header: 'New', align: 'right' }] as const;

const Changes = ({ rows }: { rows: readonly Change[] }) => (
  <PlainTable
    label="Prices before and after"
    columns={columns}
    rows={rows.map(({ _id, model, width, length, retailPrice, to }) => ({
      key: _id,
      cells: [`${model.name} ${width} × ${length}`, money(retailPrice), money(to)],
    }))}
  />
);
