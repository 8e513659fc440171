import { useId } from 'react';
import { NewCategory } from '../../../../domain/catalogue/components/schema.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { Form } from '../../../components/ui/form/form.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { type Category, CategoryFields, useCategorySave } from './category-form.js';

/** Changes name and priority of a component category in a dialog above its list. */
export function CategoryDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const formId = useId();
  const { form, save, onRefused, dialog } = useCategorySave(category, onClose);
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
      <Dialog title="Edit Component Category" footer={footer} onClose={onClose}>
        <Form
          id={formId}
          form={form}
          limits={NewCategory}
          onSubmit={save}
          onRefused={onRefused}
          guarded={false}
          label="Component category"
        >
          <CategoryFields isNew={false} />
        </Form>
        <HistoryToggle id={category._id} words={{ name: ['Name'], priority: ['Priority'] }} />
      </Dialog>
      {dialog}
    </>
  );
}
