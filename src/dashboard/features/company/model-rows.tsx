import { useId, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { ActionButton, Button } from '../../components/ui/button.js';
import { SelectField, type SelectOption } from '../../components/ui/form/fields.js';
import { Select } from '../../components/ui/form/select.js';
import { PercentFields } from './percent-fields.js';
import { pickEight, type ModelRow } from './shop-values.js';
import styles from './percents.module.css';
import { useValue } from '../../components/ui/form/use-value.js';

export interface ModelOption extends SelectOption {
  readonly category: string;
}

interface RowsProps {
  readonly categories: readonly SelectOption[];
  readonly models: readonly ModelOption[];
  readonly readOnly: boolean;
}

/** The models with their own percents: choose a category, then add one of its models. */
export function ModelRows({ categories, models, readOnly }: RowsProps) {
  const { fields, append, remove } = useFieldArray({ name: 'defaultModels' });
  const rows = useValue<readonly ModelRow[]>('defaultModels');
  return (
    <fieldset className="lines-field">
      <legend>Models</legend>
      {fields.length === 0 && <p className="muted">None. All models use their category's percents.</p>}
      {fields.map((field, at) => {
        const { category = '' } = rows[at] ?? {};
        const label = categories.find(({ value }) => value === category)?.label ?? 'Model';
        return (
          <div key={field.id} className={styles['percent-row']}>
            <div className="lines-row">
              <SelectField
                name={`defaultModels.${at}.model`}
                label={`${label} model ${at + 1}`}
                required="Choose a model"
                placeholder="Choose a model"
                recent="models"
                options={models.filter((model) => model.category === category)}
                readOnly={readOnly}
              />
              {!readOnly && (
                <Button icon="trash" iconOnly onClick={() => remove(at)}>
                  {`Delete model ${at + 1}`}
                </Button>
              )}
            </div>
            <PercentFields path={`defaultModels.${at}`} readOnly={readOnly} />
          </div>
        );
      })}
      <AddModel
        categories={categories}
        hasOpenRow={rows.some(({ model }) => !model)}
        readOnly={readOnly}
        onAdd={(category) => append({ category, model: '', ...pickEight(null) })}
      />
    </fieldset>
  );
}

interface AddProps {
  readonly categories: readonly SelectOption[];
  /** Whether an earlier row has no model yet. */
  readonly hasOpenRow: boolean;
  readonly readOnly: boolean;
  readonly onAdd: (category: string) => void;
}

function AddModel({ categories, hasOpenRow, readOnly, onAdd }: AddProps) {
  const id = useId();
  const [category, setCategory] = useState('');
  const missing = category ? null : 'Choose a category first.';
  return (
    <div className="lines-row">
      {!readOnly && (
        <div className="field">
          <label htmlFor={id}>Model category</label>
          <Select
            id={id}
            label="Model category"
            none="Choose a category"
            recent="shed-categories"
            options={categories}
            value={category}
            onChange={setCategory}
          />
        </div>
      )}
      <ActionButton
        permission="shops.write"
        icon="plus"
        disabledReason={hasOpenRow ? 'Choose a model in the row above first.' : missing}
        onClick={() => onAdd(category)}
      >
        Add Model
      </ActionButton>
    </div>
  );
}
