import { useState } from 'react';
import { plural } from '../../../../domain/kernel/text/plural.js';
import { Button } from '../../../components/ui/button.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { useSend } from '../../../lib/server/use-api.js';
import { CodesDialog } from './codes-dialog.js';
import { ConfirmPasswordDialog } from './confirm-password-dialog.js';
import type { Factors } from './security-words.js';

const FEW = 3;

/** Shows how many recovery codes are left, and creates new ones. */
export function RecoverySection({ factors: { recoveryCodesLeft: codesLeft } }: { factors: Factors }) {
  const { send } = useSend('POST /api/factors/recovery');
  const [asks, setAsks] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = async (currentPassword: string) => {
    const { recoveryCodes } = await send({ currentPassword });
    setAsks(false);
    setCodes(recoveryCodes);
  };
  return (
    <RecordCard title="Recovery codes" actions={<Button onClick={() => setAsks(true)}>Get new codes</Button>}>
      <p className={codesLeft <= FEW ? 'notice notice-warning' : undefined}>
        {codesLeft} {plural(codesLeft, 'code')} left. Each one signs you in once when you do not have your device.
        {codesLeft <= FEW && ' Get new ones before they run out.'}
      </p>
      {asks && (
        <ConfirmPasswordDialog
          title="Get new recovery codes"
          text="The old codes stop working."
          yes="Get new codes"
          onConfirm={renew}
          onClose={() => setAsks(false)}
        />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </RecordCard>
  );
}
