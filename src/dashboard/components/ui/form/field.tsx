import { createContext, type ReactNode, useContext, useId } from 'react';
import { type FieldError, get, useFormContext } from 'react-hook-form';
import styles from './field.module.css';

/** The properties of every field. */
export interface FieldProps {
  /** The path in the form's values, for example `address.city`. */
  readonly name: string;
  readonly label: string;
  /** The message if the field is empty, or true for 'is required'. */
  readonly required?: string | boolean;
  readonly hint?: ReactNode;
  readonly readOnly?: boolean;
  /** Why the field is disabled. */
  readonly disabledReason?: string | null;
  readonly className?: string | undefined;
}

/** What a field's control needs to be associated with its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': boolean | undefined;
}

/** The labels of a form's fields by name, for its error summary and save bar. */
export const Labels = createContext<Map<string, string>>(new Map());

/** The rule for `required`, with the screen's message. */
export const requiredRule = ({ required, label }: Pick<FieldProps, 'required' | 'label'>) =>
  required === undefined || required === false
    ? {}
    : { required: required === true ? `${label} is required` : required };

/** The rule for a `required` text: spaces do not count. */
export const requiredTextRule = (field: Pick<FieldProps, 'required' | 'label'>) => {
  const { required: message } = requiredRule(field);
  return message === undefined ? {} : { required: message, pattern: { value: /\S/, message } };
};

/** A label above the control, then hint and error, all associated with it. */
export function Field(props: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { name, label, required, hint, disabledReason, className = '', children } = props;
  const id = useId();
  useContext(Labels).set(name, label);
  const { formState } = useFormContext();
  const error = get(formState.errors, name) as FieldError | undefined; // errors lie at the paths of their fields
  const note = disabledReason ?? hint;
  const descriptionIds = [note ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const control: ControlProps = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptionIds || undefined,
    'aria-required': required ? true : undefined,
  };
  return (
    <div className={`field ${className}`.trim()}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className={styles['required']} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {children(control)}
      {note && (
        <p id={`${id}-hint`} className="muted">
          {note}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="error">
          {error.message ?? 'is not valid'}
        </p>
      )}
    </div>
  );
}
