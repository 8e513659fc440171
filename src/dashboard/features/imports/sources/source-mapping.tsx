import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  factFields,
  lineFields,
  optionalFields,
  requiredFields,
} from '../../../../domain/orders/intake/formats/mapped-schema.js';
import type { Choice } from '../../../components/ui/form/combobox/choices.js';
import { SuggestedFieldText, toSuggestions } from '../../../components/ui/form/inputs/suggested-text.js';
import { Field } from '../../../components/ui/form/field.js';
import { formatCount } from '../../../lib/format.js';
import { useProduct } from '../../../lib/product.js';
import { type SourceValues, toMappingName } from './source-values.js';
import styles from './sources.module.css';

const groups = [
  ['Required', requiredFields],
  ['Order', optionalFields],
  ['Add-ons', lineFields],
  ['Delivery and customer', factFields],
] as const;

interface MappingFieldsProps {
  /** The field paths found by Test. */
  readonly seenPaths: readonly string[];
  readonly readOnly: boolean;
}

/** Maps the source's fields to ours, for rows in another format. */
export function MappingFields({ seenPaths, readOnly }: MappingFieldsProps) {
  const suggestions = useMemo(() => toSuggestions(seenPaths), [seenPaths]);
  const { control } = useFormContext<SourceValues>();
  const mapping = useWatch({ control, name: 'mapping' });
  const mappedCount = Object.values(mapping).filter((path) => path?.trim()).length;
  return (
    <details>
      <summary>
        Field mapping <span className="muted">{mappedCount === 0 ? 'none' : formatCount(mappedCount, 'field')}</span>
      </summary>
      <p className="muted">
        Needed only for other formats, not for those of the sales system and {useProduct()}. Enter a field of the
        source, such as building.size or lines[].title. {seenPaths.length === 0 && 'Test lists the fields it finds.'}
      </p>
      {groups.map(([title, fields]) => (
        <fieldset key={title} className={styles['mapping']}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <PathField key={field} field={field} suggestions={suggestions} readOnly={readOnly} />
          ))}
        </fieldset>
      ))}
    </details>
  );
}

interface PathProps {
  readonly field: string;
  readonly suggestions: readonly Choice[];
  readonly readOnly: boolean;
}

function PathField({ field, suggestions, readOnly }: PathProps) {
  const name = `mapping.${toMappingName(field)}`;
  return (
    <Field name={name} label={field} readOnly={readOnly}>
      {(control) => (
        <SuggestedFieldText {...control} name={name} suggestions={suggestions} maxLength={300} readOnly={readOnly} />
      )}
    </Field>
  );
}
