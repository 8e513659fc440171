import { Button } from '../../components/ui/button.js';
import { TextField } from '../../components/ui/form/fields.js';
import { Form } from '../../components/ui/form/form.js';
import { useEditForm } from '../../components/ui/form/use-edit-form.js';
import styles from './factors.module.css';

interface AuthenticatorFormProps {
  readonly offer: { readonly secret: string; readonly uri: string; readonly qr: string };
  /** Confirms the app with a code; throws `ApiError` if it is wrong. */
  readonly onConfirm: (code: string) => Promise<unknown>;
  /** The label of the submit button; left out in a dialog, which has its own. */
  readonly submitLabel?: string;
}

/** Shows the secret for an app as a QR code, a link and a text, and asks for the first code. */
export function AuthenticatorForm({ offer, submitLabel, onConfirm }: AuthenticatorFormProps) {
  const form = useEditForm({ defaultValues: { code: '' } });
  return (
    <Form
      form={form}
      limits={null}
      onSubmit={({ code }) => onConfirm(code)}
      label="Authenticator app"
      guarded={false}
      summary={false}
    >
      <ol className={styles['steps']}>
        <li>
          Scan this QR code with an authenticator app on your phone, such as Google Authenticator, Microsoft
          Authenticator or 1Password.
          <img
            className={styles['picture']}
            src={`data:image/svg+xml,${encodeURIComponent(offer.qr)}`}
            alt="QR code for the authenticator app"
            width={200}
            height={200}
          />
          <p className="muted">
            On this phone? <a href={offer.uri}>Open the app</a>. No camera? Type this key into the app:
          </p>
          <code className={styles['secret']}>{offer.secret}</code>
        </li>
        <li>
          Enter the 6-digit code from the app.
          <TextField
            name="code"
            label="Code"
            autoComplete="one-time-code"
            maxLength={10}
            required="Enter the code"
            autoFocus
          />
        </li>
      </ol>
      {submitLabel && (
        <Button type="submit" kind="primary" pending={form.formState.isSubmitting}>
          {submitLabel}
        </Button>
      )}
    </Form>
  );
}
