import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  factFields,
  lineFields,
  optionalFields,
  requiredFields,
} from '../../../../domain/orders/intake/mapped-schema.js';
import { Field } from '../../../components/ui/form/field.js';
import { formatCount } from '../../../lib/format.js';
import { type SourceValues, toMappingName } from './source-values.js';
import styles from './sources.module.css';

const groups = [
  ['Required', requiredFields],
  ['Order', optionalFields],
  ['Add-ons', lineFields],
  ['Delivery and customer', factFields],
] as const;

interface MappingFieldsProps {
  /** The paths of the fields that Test saw. */
  readonly seen: readonly string[];
  readonly readOnly: boolean;
}

/** Which field of the source each of our fields is, for rows in another format. */
export function MappingFields({ seen, readOnly }: MappingFieldsProps) {
  const list = useId();
  const { control } = useFormContext<SourceValues>();
  const mapping = useWatch({ control, name: 'mapping' });
  const named = Object.values(mapping).filter((path) => path?.trim()).length;
  return (
    <details>
      <summary>
        Field mapping <span className="muted">{named === 0 ? 'none' : formatCount(named, 'field')}</span>
      </summary>
      <p className="muted">
        Only for orders in another format: those of the sales system and of Shedworks need none. Name a field of the
        source, such as building.size or lines[].title. {seen.length === 0 && 'Test offers the fields it sees.'}
      </p>
      <datalist id={list}>
        {seen.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {groups.map(([title, fields]) => (
        <fieldset key={title} className={styles['mapping']}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <PathField key={field} field={field} list={list} readOnly={readOnly} />
          ))}
        </fieldset>
      ))}
    </details>
  );
}

function PathField({ field, list, readOnly }: { field: string; list: string; readOnly: boolean }) {
  const { register } = useFormContext();
  const name = `mapping.${toMappingName(field)}`;
  return (
    <Field name={name} label={field} readOnly={readOnly}>
      {(control) => (
        <input
          {...control}
          {...register(name)}
          type="text"
          autoComplete="off"
          maxLength={300}
          list={list}
          readOnly={readOnly}
        />
      )}
    </Field>
  );
}
