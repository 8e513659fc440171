import { ActionButton, Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { ProfitByShop } from '../../../components/shared/preview-effect.js';
import { count, countHeading } from '../../../lib/format.js';
import type { Preview } from '../../../lib/server/api.js';

interface Line {
  readonly name: string;
  readonly quantity: number;
}

/** The server's preview of an update across all models. */
export type AcrossChanges = Preview<'PUT /api/shed/allmodels/update/:id'>;

interface DialogProps {
  readonly title: string;
  readonly changes: AcrossChanges;
  readonly pending: boolean;
  readonly onUpdate: () => void;
  readonly onClose: () => void;
}

const columns = [{ header: 'Shed' }, { header: 'Components now' }, { header: 'Add-ons now' }] as const;

const linesInWords = (lines: readonly Line[]): string =>
  lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ') || 'none';

/** The sheds that get other parts, their current parts, and the effect on gross profit. */
export function AcrossModelsDialog({ title, changes, pending, onUpdate, onClose }: DialogProps) {
  const { changing, unchanged, shops } = changes;
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <ActionButton
        permission="catalogue.write"
        kind="primary"
        pending={pending}
        disabledReason={changing.length === 0 ? 'All sheds of this size already have these parts.' : null}
        onClick={onUpdate}
      >
        {`Update ${countHeading(changing.length, 'Shed')}`}
      </ActionButton>
    </>
  );
  return (
    <Dialog title={title} size="large" busy={pending} footer={footer} onClose={onClose}>
      <p>
        {changing.length === 0
          ? 'All sheds of this size already have these components and add-ons.'
          : `${countHeading(changing.length, 'shed')} will have their components and add-ons replaced; ${count(unchanged)} already have them. You can undo this here or under Imports.`}
      </p>
      {changing.length > 0 && (
        <PlainTable
          label="Sheds that will change"
          columns={columns}
          rows={changing.map(({ _id, name, before }) => ({
            key: _id,
            cells: [name, linesInWords(before.components), linesInWords(before.standardAddOns)],
          }))}
        />
      )}
      {shops.length > 0 && <ProfitByShop shops={shops} />}
    </Dialog>
  );
}
