import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { toInput } from '../../../lib/server/api.js';
import { formatCount } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';

interface DeleteLogsProps {
  /** Search and filters of the list; empty ones are ignored. */
  readonly filter: Readonly<Record<'search' | 'kind' | 'from' | 'to', string>>;
  readonly total: number;
}

/** Deletes all logs that match the list's search and filters, after a confirmation; logs that arrive later stay. */
export function DeleteLogs({ filter, total }: DeleteLogsProps) {
  const confirm = useConfirm();
  const { notify } = useNotify('Could not delete the logs:');
  const { send, pending } = useSend('DELETE /api/log');
  const filledFilters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const isNarrowed = Object.keys(filledFilters).length > 0;
  const logs = formatCount(total, 'log');
  const remove = async () => {
    const until = new Date().toISOString();
    const message = isNarrowed ? 'Delete all logs that match the search and filters?' : 'Delete all logs?';
    if (!(await confirm({ message, record: logs, yes: `Delete ${logs}`, danger: true }))) return;
    await notify(send(toInput<'DELETE /api/log'>({ ...filledFilters, until }))); // from the address: the server refuses invalid filters
  };
  return (
    <ActionButton
      permission="logs.view"
      pending={pending}
      disabledReason={total === 0 ? 'No logs to delete.' : null}
      onClick={() => void remove()}
    >
      {isNarrowed ? 'Delete these logs' : 'Delete all logs'}
    </ActionButton>
  );
}
