import { CheckField, SelectField, type SelectOption, TextField } from '../../../components/ui/form/fields.js';
import type { ItemLine } from '../../../components/shared/item-lines-field.js';
import { useItemOptions } from '../../../components/shared/items/use-item-options.js';
import { useCreateNamed } from '../../../components/shared/record/use-create-named.js';
import { useApi } from '../../../lib/server/use-api.js';

interface NamedRecord {
  readonly _id: string;
  readonly name: string;
}
const toOptions = (records: readonly NamedRecord[] = []): SelectOption[] =>
  records.map(({ _id, name }) => ({ value: _id, label: name }));

interface Choices {
  readonly categories: readonly SelectOption[];
  readonly shedCategories: readonly SelectOption[];
  /** Formats a form value for a conflict. */
  readonly inWords: (field: string, value: unknown) => string;
}

/** The options for the fields of a component. */
export function useChoices(): Choices {
  const categories = toOptions(useApi('GET /api/component/category/', {}).data?.items);
  const shedCategories = toOptions(useApi('GET /api/shed/category', {}).data?.items);
  const items = useItemOptions().options;
  const formatName = (id: unknown) =>
    [...categories, ...shedCategories, ...items].find(({ value }) => value === id)?.label ?? 'another';
  const lineInWords = ({ item, description, quantity }: ItemLine) =>
    `${quantity ?? 0} × ${formatName(item)}${description ? ` (${description})` : ''}`;
  const inWords = (field: string, value: unknown): string => {
    if (field === 'standardItems') return (value as readonly ItemLine[]).map(lineInWords).join(', ') || 'none'; // the form has it in this shape
    if (field === 'metalPackage') return value ? 'yes' : 'no';
    return field === 'name' ? String(value) : formatName(value);
  };
  return { categories, shedCategories, inWords };
}

/** Name, categories, and whether it is available as a metal package. */
export function ComponentFields({ readOnly, choices }: { readOnly: boolean; choices: Choices }) {
  const createCategory = useCreateNamed('POST /api/component/category/', 'ComponentCategory', 'category');
  return (
    <div className="form-grid">
      <div className="form-group">
        <TextField name="name" label="Name" required="Enter the component name" readOnly={readOnly} />
        <SelectField
          name="category"
          label="Component Category"
          required="Choose a component category"
          placeholder="Choose a component category"
          recent="component-categories"
          onCreate={createCategory}
          options={choices.categories}
          readOnly={readOnly}
        />
      </div>
      <div className="form-group">
        <SelectField
          name="shedCategory"
          label="Shed Category"
          required="Choose a shed category"
          placeholder="Choose a shed category"
          recent="shed-categories"
          options={choices.shedCategories}
          readOnly={readOnly}
        />
        <CheckField name="metalPackage" label="Metal Package" readOnly={readOnly} />
      </div>
    </div>
  );
}
