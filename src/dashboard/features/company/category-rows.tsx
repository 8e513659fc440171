import { useFieldArray } from 'react-hook-form';
import { ActionButton, Button } from '../../components/ui/button.js';
import { SelectField, type SelectOption } from '../../components/ui/form/fields.js';
import { PercentFields } from './percent-fields.js';
import { eightOf } from './shop-values.js';
import styles from './percents.module.css';

interface RowsProps {
  readonly options: readonly SelectOption[];
  readonly readOnly: boolean;
}

/** The categories whose percents are not those of the default one. */
export function CategoryRows({ options, readOnly }: RowsProps) {
  const { fields, append, remove } = useFieldArray({ name: 'categories' });
  return (
    <fieldset className="lines-field">
      <legend>Additional categories</legend>
      <p className="muted">The default category is dropped from these when the shop is saved.</p>
      {fields.length === 0 && <p className="muted">None: every category has the percents of the default one.</p>}
      {fields.map((field, at) => (
        <div key={field.id} className={styles['percent-row']}>
          <div className="lines-row">
            <SelectField
              name={`categories.${at}.category`}
              label={`Category ${at + 1}`}
              required="Please choose the category!"
              placeholder="Choose a category"
              options={options}
              readOnly={readOnly}
            />
            {!readOnly && (
              <Button icon="trash" iconOnly onClick={() => remove(at)}>
                {`Delete category ${at + 1}`}
              </Button>
            )}
          </div>
          <PercentFields path={`categories.${at}`} readOnly={readOnly} />
        </div>
      ))}
      <ActionButton permission="shops.write" icon="plus" onClick={() => append({ category: '', ...eightOf(null) })}>
        Add Category
      </ActionButton>
    </fieldset>
  );
}
