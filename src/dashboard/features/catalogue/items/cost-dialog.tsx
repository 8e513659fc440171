import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { raisedCost } from '../../../../domain/pricing/uses/raised.js';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { NumberField, SelectField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import type { Item } from '../../../components/shared/items/item-columns.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { call } from '../../../lib/server/api.js';
import { count, formatCount, unitPrice } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';

const CALL = 'PUT /api/item/update/costs';
const AREA = 'Item costs';
const SHOWN = 100;

interface CostProps {
  /** The items of the list, at standard values. */
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

const start: { by: string; amount: number | null } = { by: 'percent', amount: null };

/** Raises or lowers the standard sub-totals of the listed items together; the toast offers to undo it. */
export function CostDialog({ items, onClose }: CostProps) {
  const toast = useToast();
  const formId = useId();
  const { send, pending } = useSend(CALL);
  const form = useForm({ defaultValues: start });
  const values = form.watch();
  const wrong = describeProblem(values);
  const changes = (wrong ? [] : items).map((item) => ({ item, to: raisedCost(item.subTotal, toChange(values)) }));
  const changed = changes.filter(({ item, to }) => to !== item.subTotal);
  const body = () => ({ items: changed.map(({ item, to }) => ({ _id: item._id, subTotal: to, was: item.subTotal })) });
  const reason = wrong ?? (changed.length === 0 ? 'No costs would change.' : null);
  const undo = async () => {
    const back = changed.map(({ item, to }) => ({ _id: item._id, subTotal: item.subTotal, was: to }));
    try {
      await send({ items: back });
      toast.success('Item costs restored.');
    } catch (error) {
      toast.error(describeFailure(AREA, error));
    }
  };
  const update = async () => {
    try {
      const { msg, updated } = await send(body());
      toast.success(`${msg}: ${count(updated)} in total`, () => void undo());
    } catch (error) {
      toast.error(describeFailure(AREA, error));
      throw error;
    }
    onClose();
  };
  return (
    <Dialog
      title="Change item costs"
      size="large"
      busy={pending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PreviewEffect
            permission="catalogue.write"
            disabledReason={reason}
            ask={() => call(CALL, body(), { preview: true })}
          />
          <ActionButton
            permission="catalogue.write"
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
      <Form id={formId} form={form} limits={null} onSubmit={update} guarded={false} label="Change item costs">
        <div className="form-group">
          <SelectField
            name="by"
            label="Change by"
            options={[
              { value: 'percent', label: 'percent' },
              { value: 'dollars', label: 'dollars' },
            ]}
          />
          <NumberField name="amount" label="Amount" hint="A negative amount lowers costs." step={0.01} />
        </div>
      </Form>
      {wrong ? (
        <p role="alert" className="error">
          {wrong}
        </p>
      ) : (
        <p className="muted">
          Sub-totals change. Freight and the values of shops do not. {count(changed.length)} of{' '}
          {formatCount(items.length, 'listed item')} change.
        </p>
      )}
      {changed.length > 0 && (
        <PlainTable
          label="Sub-totals before and after"
          columns={columns}
          rows={changed.slice(0, SHOWN).map(({ item, to }) => ({
            key: item._id,
            cells: [item.name, unitPrice(item.subTotal), unitPrice(to)],
          }))}
        />
      )}
      {changed.length > SHOWN && <p className="muted">and {count(changed.length - SHOWN)} more</p>}
    </Dialog>
  );
}

const columns = [{ header: 'Item' }, { header: 'Old', align: 'right' }, { header: 'New', align: 'right' }] as const;

/** Why the costs cannot be changed this way; null if they can. */
function describeProblem({ by, amount }: typeof start): string | null {
  if (Number.isNaN(amount)) return 'Enter a number.';
  return by === 'percent' && (amount ?? 0) < -100 ? 'Costs cannot be lowered by more than 100%.' : null;
}

const toChange = ({ by, amount }: typeof start) =>
  by === 'percent' ? { percent: amount ?? 0 } : { dollars: amount ?? 0 };
