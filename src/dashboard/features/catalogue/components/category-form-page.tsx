import { NewCategory } from '../../../../domain/catalogue/components/schema.js';
import { Form } from '../../../components/ui/form/form.js';
import { Page } from '../../../components/ui/page.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { CategoryFields, useCategorySave } from './category-form.js';

const LIST = '/company/component/categories';

/** Adds a component category. */
export function CategoryFormPage() {
  const { form, save, onRefused, dialog } = useCategorySave(null, () => goBack(LIST));
  return (
    <Page title="Add Component Category" back={LIST}>
      <Form
        form={form}
        limits={NewCategory}
        onSubmit={save}
        onRefused={onRefused}
        label="Component category"
        save={{ permission: 'catalogue.write' }}
      >
        <div className="form-group">
          <CategoryFields isNew />
        </div>
      </Form>
      {dialog}
    </Page>
  );
}
