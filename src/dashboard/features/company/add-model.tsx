import { useId, useState } from 'react';
import { ActionButton } from '../../components/ui/button.js';
import type { SelectOption } from '../../components/ui/form/fields.js';
import { Select } from '../../components/ui/form/inputs/select.js';

/** A model to choose, with its category. */
export interface ModelOption extends SelectOption {
  readonly category: string;
}

interface AddProps {
  readonly categories: readonly SelectOption[];
  /** Whether an earlier row has no model yet. */
  readonly hasOpenRow: boolean;
  readonly readOnly: boolean;
  readonly onAdd: (category: string) => void;
}

/** Adds a row for a model with its own percents: choose a category, then add one of its models. */
export function AddModel({ categories, hasOpenRow, readOnly, onAdd }: AddProps) {
  const id = useId();
  const [category, setCategory] = useState('');
  const whatIsMissing = category ? null : 'Choose a category first.';
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
        disabledReason={hasOpenRow ? 'Choose a model in the row above first.' : whatIsMissing}
        onClick={() => onAdd(category)}
      >
        Add Model
      </ActionButton>
    </div>
  );
}
