import { AddOnCategoryFields as AddOnCategory } from '../../../../domain/catalogue/addons/schema.js';
import { RecordDialog } from '../../../components/shared/record/record-dialog.js';
import { CategoryFields, useCategorySave } from './category-form.js';
import type { Category } from './addon-words.js';

interface CategoryDialogProps {
  readonly category: Category | null;
  readonly parent: string | null;
  readonly onClose: () => void;
}

/** Labels for the history. */
const historyWords = {
  name: ['Name'],
  addonParentCategory: ['Parent Category', ({ name }: { name: string }) => name],
} as const;

/** Adds or changes an add-on category in a dialog above its list. */
export function CategoryDialog({ category, parent, onClose }: CategoryDialogProps) {
  const saving = useCategorySave(category, parent, onClose);
  return (
    <RecordDialog
      saving={saving}
      limits={AddOnCategory}
      label="Add-on category"
      title={category ? 'Edit Add-on Category' : 'Add Add-on Category'}
      onClose={onClose}
      history={category && { id: category._id, words: historyWords }}
    >
      <CategoryFields />
    </RecordDialog>
  );
}
