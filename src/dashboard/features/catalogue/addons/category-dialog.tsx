import { useId } from 'react';
import { AddOnCategoryFields as AddOnCategory } from '../../../../domain/catalogue/addons/schema.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { Form } from '../../../components/ui/form/form.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
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
  const formId = useId();
  const { form, save, onRefused, dialog } = useCategorySave(category, parent, onClose);
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" type="submit" form={formId} pending={form.formState.isSubmitting}>
        Save
      </Button>
    </>
  );
  return (
    <>
      <Dialog title={category ? 'Edit Add-on Category' : 'Add Add-on Category'} footer={footer} onClose={onClose}>
        <Form
          id={formId}
          form={form}
          limits={AddOnCategory}
          onSubmit={save}
          onRefused={onRefused}
          guarded={false}
          label="Add-on category"
        >
          <CategoryFields />
        </Form>
        {category && <HistoryToggle id={category._id} words={historyWords} />}
      </Dialog>
      {dialog}
    </>
  );
}
