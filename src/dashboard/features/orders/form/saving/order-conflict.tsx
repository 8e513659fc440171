import { ConflictDialog } from '../../../../components/shared/record/conflict-dialog.js';
import { useOrder } from '../order-context.js';
import { fieldLabels, formatText } from './order-text.js';
import { useNames } from '../fields/use-names.js';
import type { Conflict } from './use-save-order.js';

/** Both versions of an order that another user changed in the meantime; one decides field by field. */
export function OrderConflict({ conflict }: { conflict: Conflict }) {
  const { order, saving } = useOrder();
  const names = useNames();
  return (
    <ConflictDialog
      what={`Order ${order.serialNumber}`}
      message={conflict.message}
      mine={conflict.mine}
      theirs={conflict.theirs}
      fields={fieldLabels}
      format={(field, value) => formatText(field, value, names)}
      onKeep={saving.keep}
      onTakeTheirs={saving.takeTheirs}
      onClose={saving.closeConflict}
    />
  );
}
