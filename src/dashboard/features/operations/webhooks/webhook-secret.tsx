import { SecretDialog } from '../../../components/ui/overlay/secret-dialog.js';

interface WebhookSecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows the secret of a webhook, this one time, to copy into the receiver. */
export const WebhookSecret = ({ name, ...shown }: WebhookSecretProps) => (
  <SecretDialog
    {...shown}
    title={`Secret of ${name}`}
    label="Secret"
    advice="Copy this secret now and enter it at the receiver, which uses it to check signatures."
  />
);
