import { formatCents, NO_VALUE } from '../../../../domain/kernel/cents.js';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { quantity } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { CountedRow } from './count-values.js';

interface CountDialogProps {
  readonly shop: string;
  readonly rows: readonly CountedRow[];
  readonly onSaved: () => void;
  /** After the count was undone from its toast. */
  readonly onUndone: () => void;
  readonly onClose: () => void;
}

const columns = [
  { header: 'Item' },
  { header: 'Current', align: 'right' },
  { header: 'Counted', align: 'right' },
  { header: 'Difference', align: 'right' },
  { header: 'Value', align: 'right' },
] as const;

/**
 * The effect of a physical count before it is saved; nothing is saved while the stock of an item changed since it was
 * counted. The toast offers Undo, which the server refuses if stock changed since.
 */
export function CountDialog({ shop, rows, onSaved, onUndone, onClose }: CountDialogProps) {
  const toast = useToast();
  const { report } = useNotify('Count:');
  const { send, pending } = useSend('POST /api/stock/:id/count');
  const undoing = useSend('POST /api/stock/:id/count/:count/undo');
  const differing = rows.filter(({ difference }) => difference !== 0);
  const [reason = null] = rows.flatMap(({ refusal }) => (refusal === null ? [] : `${refusal}.`));
  const undo = (count: string) =>
    report(async () => {
      const { msg } = await undoing.send({ id: shop, count });
      toast.success(msg);
      onUndone();
    });
  const save = async () => {
    const counts = rows.map(({ id: item, was, counted }) => ({ item, was, counted }));
    await report(async () => {
      const { msg, _id } = await send({ id: shop, counts });
      toast.success(msg, _id === null ? undefined : () => void undo(_id));
      onSaved();
      onClose();
    });
  };
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <ActionButton
        permission="items.change"
        kind="primary"
        pending={pending}
        disabledReason={reason}
        onClick={() => void save()}
      >
        Save Count
      </ActionButton>
    </>
  );
  const value = differing.reduce((sum, row) => sum + (row.value ?? 0), 0);
  return (
    <Dialog title="Save this count?" size="large" footer={footer} busy={pending} onClose={onClose}>
      <p>
        {differing.length} of {rows.length} counted items differ, by {formatCents(value)} in total.
      </p>
      {differing.length > 0 && (
        <PlainTable
          label="Changes from this count"
          columns={columns}
          rows={differing.map((row) => ({
            key: row.id,
            cells: [
              row.name,
              quantity(row.was),
              quantity(row.counted),
              row.difference === null ? NO_VALUE : `${row.difference > 0 ? '+' : ''}${quantity(row.difference)}`,
              row.value === null ? NO_VALUE : formatCents(row.value),
            ],
          }))}
        />
      )}
    </Dialog>
  );
}
