import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { formatMoment } from '../../../lib/format.js';
import { canUsePasskeys } from '../../../lib/can-use-passkeys.js';
import { useProduct } from '../../../lib/product.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import styles from '../factors.module.css';
import { ConfirmPasswordDialog } from './confirm-password-dialog.js';
import { PasskeyDialog } from './passkey-dialog.js';
import type { Factors } from './security-words.js';

/** Why no passkey can be added here; null if one can. */
function findObstacle({ passkeyHost }: Factors, product: string): string | null {
  if (passkeyHost === null)
    return 'Passkeys need an https address with a domain name. The operator sets it as PUBLIC_URL.';
  if (location.hostname !== passkeyHost) return `Passkeys work only at ${passkeyHost}. Open ${product} there.`;
  return canUsePasskeys(passkeyHost) ? null : 'This browser cannot use passkeys.';
}

/** Adds and removes passkeys. */
export function PasskeysSection({ factors }: { factors: Factors }) {
  const product = useProduct();
  const { notifyAndThrow } = useNotify('Security');
  const remove = useSend('POST /api/factors/passkey/:id/remove');
  const [isAdding, setAdding] = useState(false);
  const [removedPasskey, setRemovedPasskey] = useState<Passkey | null>(null);
  const isLast = factors.passkeys.length === 1 && !factors.authenticator;
  return (
    <RecordCard
      title="Passkeys"
      actions={
        <Button disabledReason={findObstacle(factors, product)} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      }
    >
      {factors.passkeys.length === 0 ? (
        <p className="muted">
          Sign in with your fingerprint, your face or the PIN of your device, instead of your password or after it. A
          passkey works only at the real address of {product}, so a fake page cannot use it.
        </p>
      ) : (
        <ul className={styles['passkeys']} aria-label="Passkeys">
          {factors.passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey._id}
              passkey={passkey}
              isElsewhere={passkey.host !== factors.passkeyHost}
              obstacle={isLast && factors.isRequired ? 'Your role needs a second factor.' : null}
              onRemove={() => setRemovedPasskey(passkey)}
            />
          ))}
        </ul>
      )}
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
      {removedPasskey && (
        <ConfirmPasswordDialog
          title={`Remove the passkey ${removedPasskey.name}`}
          text={
            isLast
              ? 'You will then sign in with your password alone. Your recovery codes stop working.'
              : 'You can no longer sign in with it. Delete it on your device too.'
          }
          yes="Remove"
          onConfirm={async (currentPassword) => {
            await notifyAndThrow(remove.send({ id: removedPasskey._id, currentPassword }));
            setRemovedPasskey(null);
          }}
          onClose={() => setRemovedPasskey(null)}
        />
      )}
    </RecordCard>
  );
}

type Passkey = Factors['passkeys'][number];

interface PasskeyLineProps {
  readonly passkey: Passkey;
  /** Whether the passkey works only at another host. */
  readonly isElsewhere: boolean;
  /** Why the passkey cannot be removed; null if it can. */
  readonly obstacle: string | null;
  readonly onRemove: () => void;
}

function PasskeyLine({
  passkey: { name, host, createdAt, usedAt },
  isElsewhere,
  obstacle,
  onRemove,
}: PasskeyLineProps) {
  const { timeZone } = useMe();
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <br />
        <span className="muted">
          Added on {formatMoment(createdAt, timeZone)}.
          {usedAt ? ` Last used on ${formatMoment(usedAt, timeZone)}.` : ' Not used yet.'}
          {isElsewhere && ` Works only at ${host}.`}
        </span>
      </span>
      <Button small aria-label={`Remove ${name}`} disabledReason={obstacle} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
