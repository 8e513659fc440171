import { AddOnCategoryFields as AddOnCategory } from '../../../../domain/catalogue/addons/schema.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { Page } from '../../../components/ui/page.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { CategoryFields, useCategorySave } from './category-form.js';

const LIST = '/company/addon/category/shop/all';

/** Adds an add-on category. */
export function CategoryFormPage() {
  const { query: address } = useRecordAddress();
  const saving = useCategorySave(null, address.get('parent'), () => goBack(LIST));
  return (
    <Page title="Add Add-on Category" back={LIST}>
      <RecordForm
        saving={saving}
        limits={AddOnCategory}
        label="Add-on category"
        save={{ permission: 'catalogue.write' }}
      >
        <CategoryFields />
      </RecordForm>
    </Page>
  );
}
