import type { Permission } from '../../../../domain/kernel/rights/permissions.js';
import { useCan } from '../../../lib/server/session.js';
import { MoreActions } from '../list/more-actions.js';
import { ActionButton } from '../../ui/button.js';
import { useConfirm } from '../../ui/overlay/confirm.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { useToast } from '../../ui/overlay/toast.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
import type { Preview } from '../../../lib/server/api.js';

export interface DeleteProps {
  readonly permission: Permission;
  /** `useSend('DELETE /api/…/:id')`. */
  readonly call: { readonly send: (input: { id: string }) => Promise<{ msg: string }>; readonly pending: boolean };
  readonly id: string;
  /** In readable form: `dealer Smith Lumber`. */
  readonly record: string;
  /** The beginning of the error message. */
  readonly area: string;
  /**
   * Returns what is deleted along with the record, if anything can be: `call('DELETE …', { id }, { preview: true })`.
   */
  readonly preview?: (id: string) => Promise<Deletion>;
  /** Replaces the default question. */
  readonly question?: string;
  readonly onDone?: () => void;
  /** The button's label; 'Delete' by default. */
  readonly label?: string;
  /** Small and without a border, for a button in every row. */
  readonly quiet?: boolean;
  /** Renders it in the menu at the end of a row, apart from the daily actions. */
  readonly inMenu?: boolean;
}

/** The response of every preview of a deletion. */
type Deletion = Preview<'DELETE /api/item/delete/:id'>;

/** Deletes a record after a question that names what else is deleted. If the server refuses, shows what uses the record. */
export function DeleteRecord(props: DeleteProps) {
  const { permission, call, id, record, area, preview, onDone, label = 'Delete', quiet = false } = props;
  const { reason } = useCan(permission, { write: true });
  const { question = 'Are you sure you want to delete this?' } = props;
  const confirm = useConfirm();
  const { notify } = useNotify(area);
  const toast = useToast();
  /** What is deleted along with the record; null if the server did not report it. */
  const splitParts = async (of: string): Promise<readonly string[] | null> => {
    try {
      return preview ? (await preview(of)).goesWith : [];
    } catch (error) {
      toast.error(describeFailure(area, error));
      return null;
    }
  };
  const remove = async () => {
    const goesWith = await splitParts(id);
    if (!goesWith) return;
    const more = goesWith.length > 0 ? `${record}. This also deletes ${goesWith.join(', ')}.` : record;
    if (!(await confirm({ message: question, record: more, yes: 'Delete', danger: true }))) return;
    if (await notify(call.send({ id }))) onDone?.();
  };
  if (props.inMenu) {
    const item = { label, icon: 'trash', danger: true, disabledReason: reason, onSelect: () => void remove() } as const;
    return <MoreActions of={record} items={[item]} />;
  }
  return (
    <ActionButton
      permission={permission}
      small={quiet}
      kind={quiet ? 'text' : 'secondary'}
      pending={call.pending}
      aria-label={`Delete ${record}`}
      onClick={() => void remove()}
    >
      {label}
    </ActionButton>
  );
}
