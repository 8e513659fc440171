import { useFormContext } from 'react-hook-form';
import { useCan } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { useNotify } from '../../ui/overlay/use-notify.js';

/** Calls that create a record from a name alone. */
type NamedCall = 'POST /api/itemcategory/' | 'POST /api/component/category/';

/**
 * Creates a record by name from the list of a form field, and selects it there. Undefined for users who may not change
 * the catalogue.
 */
export function useCreateNamed(call: NamedCall, area: string, field: string): ((name: string) => void) | undefined {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const { setValue } = useFormContext();
  const { notify } = useNotify(area);
  const { send } = useSend(call);
  const create = async (name: string) => {
    const record = await notify(send({ name }));
    if (record) setValue(field, record.item._id, { shouldDirty: true, shouldValidate: true });
  };
  return isAllowed ? (name) => void create(name) : undefined;
}
