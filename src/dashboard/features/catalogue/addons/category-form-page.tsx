import { AddOnCategoryFields as AddOnCategory } from '../../../../domain/catalogue/addons/schema.js';
import { Form } from '../../../components/ui/form/form.js';
import { Page } from '../../../components/ui/page.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { CategoryFields, useCategorySave } from './category-form.js';

const LIST = '/company/addon/category/shop/all';

/** Adds an add-on category. */
export function CategoryFormPage() {
  const { query: address } = useRecordAddress();
  const { form, save, onRefused, dialog } = useCategorySave(null, address.get('parent'), () => goBack(LIST));
  return (
    <Page title="Add Add-on Category" back={LIST}>
      <Form
        form={form}
        limits={AddOnCategory}
        onSubmit={save}
        onRefused={onRefused}
        label="Add-on category"
        save={{ permission: 'catalogue.write' }}
      >
        <CategoryFields />
      </Form>
      {dialog}
    </Page>
  );
}
