import { passwordLength } from '../../../../domain/company/users/rules.js';
import { useMe } from '../../../lib/server/session.js';
import { TextField } from '../../ui/form/fields.js';

/** Prompts for the password that the user signs in with; password managers fill it in for this account. */
export function CurrentPasswordField() {
  const me = useMe();
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={me.userName} readOnly />
      <TextField
        name="currentPassword"
        label="Current password"
        type="password"
        autoComplete="current-password"
        maxLength={passwordLength.max}
        required
        autoFocus
      />
    </>
  );
}

interface NewPasswordProps {
  readonly name: string;
  readonly label: string;
  /** The message if it is empty; 'is required' by default. */
  readonly required?: string;
  readonly autoFocus?: boolean;
}

/** Prompts for a new password. */
export const NewPasswordField = ({ required, ...field }: NewPasswordProps) => (
  <TextField
    {...field}
    type="password"
    autoComplete="new-password"
    minLength={passwordLength.min}
    maxLength={passwordLength.max}
    required={required ?? true}
    hint="At least 10 characters"
  />
);
