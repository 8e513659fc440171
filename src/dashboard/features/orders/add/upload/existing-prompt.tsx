import { useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import { count } from '../../../../lib/format.js';
import { ExistingOrder } from './existing-order.js';
import type { Answer, Answers, ImportRow } from './use-order-upload.js';

interface PromptProps {
  readonly rows: readonly ImportRow[];
  readonly onAnswered: (answers: Answers) => void;
  readonly onClose: () => void;
}

/** Asks for each serial number that already exists whether to replace, skip or keep both; an answer can cover all. */
export function ExistingPrompt({ rows, onAnswered, onClose }: PromptProps) {
  const [decisions, setDecisions] = useState<Readonly<Record<string, Answer>>>({});
  const [forAll, setForAll] = useState(false);
  const at = Object.keys(decisions).length;
  const serials = [...new Set(rows.map((row) => row.serialNumber ?? ''))];
  const serial = serials[at] ?? '';
  const row = rows.find((one) => one.serialNumber === serial);
  const answer = (one: Answer) => {
    const next = { ...decisions, [serial]: one };
    if (forAll) onAnswered({ duplicates: one, decisions });
    else if (at + 1 >= serials.length) onAnswered({ decisions: next });
    else setDecisions(next);
  };
  const why = row?.existing?.whyNotReplaced ?? null;
  const footer = (
    <>
      <Button data-autofocus onClick={() => answer('skip')}>
        No
      </Button>
      <Button onClick={() => answer('keep')}>Keep both</Button>
      <Button kind="danger" disabledReason={forAll ? null : why} onClick={() => answer('replace')}>
        Yes
      </Button>
    </>
  );
  const rest = serials.length - at - 1;
  return (
    <Dialog title={`Order ${serial}`} role="alertdialog" footer={footer} onClose={onClose}>
      <p>There is an existing order with the same serial number. Do you want to delete it?</p>
      {row?.existing && <ExistingOrder order={row.existing} />}
      <p className="muted">
        Yes replaces it with the order in the file and notifies its shop. No skips the order in the file.
      </p>
      {why && <p className="notice notice-warning">It cannot be replaced: {why}.</p>}
      {rest > 0 && (
        <label className="check">
          <input type="checkbox" checked={forAll} onChange={(event) => setForAll(event.target.checked)} />
          Use this answer for the other {count(rest)}
        </label>
      )}
    </Dialog>
  );
}
