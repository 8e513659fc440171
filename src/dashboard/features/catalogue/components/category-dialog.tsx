import { NewCategory } from '../../../../domain/catalogue/components/schema.js';
import { RecordDialog } from '../../../components/shared/record/record-dialog.js';
import { type Category, CategoryFields, useCategorySave } from './category-form.js';

/** Changes name and priority of a component category in a dialog above its list. */
export function CategoryDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const saving = useCategorySave(category, onClose);
  return (
    <RecordDialog
      saving={saving}
      limits={NewCategory}
      label="Component category"
      title="Edit Component Category"
      onClose={onClose}
      history={{ id: category._id, words: { name: ['Name'], priority: ['Priority'] } }}
    >
      <CategoryFields isNew={false} />
    </RecordDialog>
  );
}
