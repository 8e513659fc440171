import { useFieldArray } from 'react-hook-form';
import { ActionButton, Button } from '../../components/ui/button.js';
import { SelectField, type SelectOption } from '../../components/ui/form/fields.js';
import { PercentFields } from './percent-fields.js';
import { pickEight } from './shop-values.js';
import styles from './percents.module.css';

interface RowsProps {
  readonly options: readonly SelectOption[];
  readonly readOnly: boolean;
}

/** The categories whose percents differ from the default category's. */
export function CategoryRows({ options, readOnly }: RowsProps) {
  const { fields, append, remove } = useFieldArray({ name: 'categories' });
  return (
    <fieldset className="lines-field">
      <legend>Additional categories</legend>
      <p className="muted">The default category is removed from this list when you save.</p>
      {fields.length === 0 && <p className="muted">None. All categories use the default category's percents.</p>}
      {fields.map((field, at) => (
        <div key={field.id} className={styles['percent-row']}>
          <div className="lines-row">
            <SelectField
              name={`categories.${at}.category`}
              label={`Category ${at + 1}`}
              required="Choose a category"
              placeholder="Choose a category"
              recent="shed-categories"
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
      <ActionButton permission="shops.write" icon="plus" onClick={() => append({ category: '', ...pickEight(null) })}>
        Add Category
      </ActionButton>
    </fieldset>
  );
}
