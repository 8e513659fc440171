import { useState } from 'react';
import { ActionButton, Button, type ButtonProps } from '../../ui/button.js';
import { useConfirm } from '../../ui/overlay/confirm.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
import { PlainTable } from '../../ui/table/plain-table.js';
import { countHeading } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';

type RemovalAnswer = Output<'DELETE /api/firstrun/sample'>;

/** Removes the sample catalogue after a confirmation, and lists the remaining records with the reasons. */
export function RemoveSample({ kind = 'secondary' }: Pick<ButtonProps, 'kind'>) {
  const [result, setResult] = useState<RemovalAnswer | null>(null);
  const confirm = useConfirm();
  const { notify } = useNotify('Sample catalogue');
  const { send, pending } = useSend('DELETE /api/firstrun/sample');
  const remove = async () => {
    const message =
      'Remove the sample catalogue with its shop and dealer? Records that an order uses or that you have changed are kept.';
    if (!(await confirm({ message, yes: 'Remove sample catalogue', danger: true }))) return;
    const answer = await notify(send({}));
    if (answer && answer.kept.length > 0) setResult(answer);
  };
  return (
    <>
      <ActionButton permission="sample.manage" kind={kind} pending={pending} onClick={() => void remove()}>
        Remove sample catalogue
      </ActionButton>
      {result && <KeptDialog result={result} onClose={() => setResult(null)} />}
    </>
  );
}

const KeptDialog = ({ result: { removed, kept }, onClose }: { result: RemovalAnswer; onClose: () => void }) => (
  <Dialog
    title="Remaining sample records"
    size="large"
    onClose={onClose}
    footer={
      <Button kind="primary" data-autofocus onClick={onClose}>
        Close
      </Button>
    }
  >
    <p>
      {`${countHeading(removed, 'record')} removed, ${kept.length} remain. Delete what uses them, then remove the sample catalogue again. Delete records that you changed yourself.`}
    </p>
    <PlainTable
      label="Remaining"
      columns={[{ header: 'Record' }, { header: 'Why' }]}
      rows={kept.map(({ what, why }) => ({ key: `${what} ${why}`, cells: [what, why] }))}
    />
  </Dialog>
);
