import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import type { LineValues } from './parts.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call, formatMessage, type Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';
import { type AcrossChanges, AcrossModelsDialog } from './across-models-dialog.js';
import { addOnBody, componentBody } from './parts.js';

type Shed = Output<'GET /api/shed/one/:id'>;

interface AcrossModelsProps {
  readonly shed: Shed;
  /** The revision that the form's lines are based on. */
  readonly revision: () => number;
  /** Its revision after the update, from which the form's input continues. */
  readonly onStored: (revision: number) => void;
  readonly lines: () => { components: LineValues[]; standardAddOns: LineValues[] };
}

/** Applies the form's lines to every shed of this size in the category, after a preview of those sheds. */
export function AcrossModels({ shed, revision, lines, onStored }: AcrossModelsProps) {
  const toast = useToast();
  const { notify } = useNotify('Shed');
  const [preview, setPreview] = useState<AcrossChanges | null>(null);
  const [looking, setLooking] = useState(false);
  const [doneText, setDoneText] = useState<string | null>(null);
  const { send, pending } = useSend('PUT /api/shed/allmodels/update/:id');
  const body = () => {
    const { components, standardAddOns } = lines();
    return { id: shed._id, components: componentBody(components), standardAddOns: addOnBody(standardAddOns) };
  };
  const look = async () => {
    setLooking(true);
    try {
      setPreview(await call('PUT /api/shed/allmodels/update/:id', body(), { preview: true }));
    } catch (error) {
      toast.error(formatMessage(error));
    } finally {
      setLooking(false);
    }
  };
  const update = async () => {
    const answer = await notify(send({ ...body(), revision: revision() }), ({ msg, updated }) =>
      updated > 0 ? `${msg}: ${updated} in total` : msg,
    );
    if (!answer) return;
    setPreview(null);
    onStored(answer.item.revision);
    if (answer.import) setDoneText(answer.import);
  };
  return (
    <p className="row">
      <ActionButton permission="catalogue.write" pending={looking} onClick={() => void look()}>
        Update Components & Addons Across All Models
      </ActionButton>
      {doneText && <UndoAcross id={doneText} onUndone={() => setDoneText(null)} />}
      {preview && (
        <AcrossModelsDialog
          title={`All sheds of ${shed.width} × ${shed.length} in ${shed.category.name}`}
          changes={preview}
          pending={pending}
          onUpdate={() => void update()}
          onClose={() => setPreview(null)}
        />
      )}
    </p>
  );
}

/** Undoes the update: all sheds get their previous parts back. */
function UndoAcross({ id, onUndone }: { id: string; onUndone: () => void }) {
  const confirm = useConfirm();
  const { notify } = useNotify('Shed');
  const { send, pending } = useSend('POST /api/imports/:id/undo');
  const undo = async () => {
    const message = 'Undo update across all models? Each shed gets its previous components and add-ons back.';
    if (!(await confirm({ message, danger: true }))) return;
    if (await notify(send({ id }), 'Update across all models undone.')) onUndone();
  };
  return (
    <ActionButton permission="imports.undo" pending={pending} onClick={() => void undo()}>
      Undo update
    </ActionButton>
  );
}
