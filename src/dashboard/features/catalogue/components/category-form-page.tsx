import { NewCategory } from '../../../../domain/catalogue/components/schema.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { Page } from '../../../components/ui/page.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { CategoryFields, useCategorySave } from './category-form.js';

const LIST = '/company/component/categories';

/** Adds a component category. */
export function CategoryFormPage() {
  const saving = useCategorySave(null, () => goBack(LIST));
  return (
    <Page title="Add Component Category" back={LIST}>
      <RecordForm
        saving={saving}
        limits={NewCategory}
        label="Component category"
        save={{ permission: 'catalogue.write' }}
      >
        <div className="form-group">
          <CategoryFields isNew />
        </div>
      </RecordForm>
    </Page>
  );
}
