import { SelectField, type SelectOption, TextField } from '../../../components/ui/form/fields.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { Category } from './addon-words.js';

/** The parent categories to choose from. */
function useParents(): SelectOption[] {
  const { data } = useApi('GET /api/addon-parent-category', { newBuildChecked: true, offLotChecked: true, size: 500 });
  return (data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
}

/** Saves an add-on category, new or existing. */
export function useCategorySave(category: Category | null, parent: string | null, onSaved: () => void) {
  const parents = useParents();
  const add = useSend('POST /api/addon/category/');
  const change = useSend('PUT /api/addon/category/update/:id');
  return useRecordSave({
    record: category,
    toValues: (record: Category | null) => ({
      name: record?.name ?? '',
      addonParentCategory: record?.addonParentCategory._id ?? parent ?? '',
    }),
    area: 'AddonCategory',
    what: `Add-on category ${category?.name ?? ''}`,
    labels: { name: 'Name', addonParentCategory: 'Parent Category' },
    format: (field, value) =>
      field === 'name' ? value : (parents.find((option) => option.value === value)?.label ?? 'another'),
    store: (values, revision) =>
      category
        ? change.send({ id: category._id, revision: revision ?? category.revision, ...values })
        : add.send(values),
    onSaved,
  });
}

/** Name and parent category. */
export function CategoryFields() {
  const parents = useParents();
  return (
    <>
      <TextField name="name" label="Name" required="Enter the add-on category name" />
      <SelectField
        name="addonParentCategory"
        label="Parent Category"
        required="Choose a parent category"
        placeholder="Choose a parent category"
        recent="addon-parent-categories"
        options={parents}
      />
    </>
  );
}
