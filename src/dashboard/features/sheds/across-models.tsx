import { ActionButton } from '../../components/button.js';
import { useConfirm } from '../../components/confirm.js';
import type { LineValues } from '../../components/form/lines-field.js';
import { useTold } from '../../components/use-told.js';
import { type Output } from '../../lib/api.js';
import { useSend } from '../../lib/use-api.js';
import { addOnBody, componentBody } from './parts.js';

type Shed = Output<'GET /api/shed/one/:id'>;

/** Gives the lines as they stand in the form to every shed of this size in the category. */
export function AcrossModels({
  shed,
  lines,
}: {
  shed: Shed;
  lines: () => { components: LineValues[]; standardAddOns: LineValues[] };
}) {
  const confirm = useConfirm();
  const { told } = useTold('Shed');
  const { send, pending } = useSend('PUT /api/shed/allmodels/update/:id', { refresh: ['/api/shed', '/api/history'] });
  const update = async () => {
    const message = `Give these components and add-ons to all sheds of ${shed.width} × ${shed.length} in ${shed.category.name}?`;
    if (!(await confirm({ message, danger: true }))) return;
    const { components, standardAddOns } = lines();
    const body = { components: componentBody(components), standardAddOns: addOnBody(standardAddOns) };
    await told(send({ id: shed._id, ...body }), ({ msg, updated }) => `${msg}: ${updated} in all`);
  };
  return (
    <p>
      <ActionButton permission="catalogue.write" pending={pending} onClick={() => void update()}>
        Update Components & Addons Across All Models
      </ActionButton>
    </p>
  );
}
