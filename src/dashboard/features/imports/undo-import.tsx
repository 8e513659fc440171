import { ActionButton } from '../../components/ui/button.js';
import { useConfirm } from '../../components/ui/overlay/confirm.js';
import { useToast } from '../../components/ui/overlay/toast.js';
import { formatMessage } from '../../lib/server/api.js';
import { useMe } from '../../lib/server/session.js';
import { useSend } from '../../lib/server/use-api.js';
import { type Import, importName, type ImportRow, undoQuestion, explainNotUndoable } from './import-words.js';

/** Undoes an import after a confirmation. */
export function UndoImport({ of }: { of: ImportRow | Import }) {
  const me = useMe();
  const confirm = useConfirm();
  const toast = useToast();
  const { send, pending } = useSend('POST /api/imports/:id/undo');
  const undo = async () => {
    if (!(await confirm({ message: undoQuestion(of), record: importName(of), danger: true }))) return;
    try {
      toast.success((await send({ id: of._id })).msg);
    } catch (error) {
      toast.error(formatMessage(error));
    }
  };
  return (
    <ActionButton
      permission="imports.undo"
      pending={pending}
      disabledReason={explainNotUndoable(of, me)}
      aria-label={`Undo: ${of.fileName}`}
      onClick={() => void undo()}
    >
      Undo
    </ActionButton>
  );
}
