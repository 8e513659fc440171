import { useForm } from 'react-hook-form';
import { raisedCost } from '../../../../domain/pricing/uses/raised.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { Form } from '../../../components/ui/form/form.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import type { Item } from '../../../components/shared/items/item-columns.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { call } from '../../../lib/server/api.js';
import { count, formatCount, unitPrice } from '../../../lib/format.js';
import { describeProblem, PriceChangeFields, PriceChanges, type PriceChangeValues, toChange } from '../price-change.js';
import { useSend } from '../../../lib/server/use-api.js';

const CALL = 'PUT /api/item/update/costs';
const AREA = 'Item costs';

interface CostProps {
  /** The items of the list, at standard values. */
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

const start: PriceChangeValues = { by: 'percent', amount: null };

/** Raises or lowers the standard sub-totals of the listed items together; the toast offers to undo it. */
export function CostDialog({ items, onClose }: CostProps) {
  const toast = useToast();
  const { notify } = useNotify(AREA);
  const { send, pending } = useSend(CALL);
  const form = useForm({ defaultValues: start });
  const values = form.watch();
  const problem = describeProblem('Costs', values);
  const changes = (problem ? [] : items).map((item) => ({ item, to: raisedCost(item.subTotal, toChange(values)) }));
  const changedCosts = changes.filter(({ item, to }) => to !== item.subTotal);
  const body = () => ({
    items: changedCosts.map(({ item, to }) => ({ _id: item._id, subTotal: to, was: item.subTotal })),
  });
  const reason = problem ?? (changedCosts.length === 0 ? 'No costs would change.' : null);
  const undo = () => {
    const back = changedCosts.map(({ item, to }) => ({ _id: item._id, subTotal: item.subTotal, was: to }));
    return notify(send({ items: back }), 'Item costs restored.');
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
    <FormDialog
      title="Change item costs"
      size="large"
      submit={`Change ${count(changedCosts.length)}`}
      permission="catalogue.write"
      pending={pending}
      disabledReason={reason}
      extra={
        <PreviewEffect
          form={form}
          permission="catalogue.write"
          disabledReason={reason}
          ask={() => call(CALL, body(), { preview: true })}
        />
      }
      onClose={onClose}
    >
      <Form form={form} limits={null} onSubmit={update} label="Change item costs">
        <PriceChangeFields what="costs" />
      </Form>
      <PriceChanges
        label="Sub-totals before and after"
        header="Item"
        problem={problem}
        summary={
          <>
            Sub-totals change. Freight and shop values do not. {count(changedCosts.length)} of{' '}
            {formatCount(items.length, 'listed item')} change.
          </>
        }
        rows={changedCosts.map(({ item, to }) => ({
          key: item._id,
          cells: [item.name, unitPrice(item.subTotal), unitPrice(to)],
        }))}
      />
    </FormDialog>
  );
}
