import { CheckList } from '../../../components/ui/form/inputs/check-list.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import type { Output } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { type OwnSaves, useFollowing } from './own-saves.js';

type Categories = Output<'GET /api/settings/repairitems'>;
interface Values {
  readonly repair: readonly string[];
  readonly driver: readonly string[];
}

const toValues = ({ repair, driver }: Categories): Values => ({
  repair: repair.map(({ _id }) => _id),
  driver: driver.map(({ _id }) => _id),
});

/** The categories whose items can be billed on repair and driver invoices. */
export function RepairItemsSection({ own }: { own: OwnSaves }) {
  const query = useApi('GET /api/settings/repairitems', {});
  const categories = useApi('GET /api/itemcategory/', {});
  return (
    <LoadedContent query={categories}>
      {({ items }) => (
        <LoadedContent query={query}>
          {(categories) => <CategoriesForm storedCategories={categories} categories={items} own={own} />}
        </LoadedContent>
      )}
    </LoadedContent>
  );
}

interface FormProps {
  readonly storedCategories: Categories;
  readonly categories: readonly { readonly _id: string; readonly name: string }[];
  readonly own: OwnSaves;
}

const labels = { repair: 'Repair invoices', driver: 'Driver invoices' } as const;

function CategoriesForm({ storedCategories, categories, own }: FormProps) {
  const { send } = useSend('PUT /api/settings/repairitems/:id');
  const names = new Map(categories.map(({ _id, name }) => [_id, name]));
  const saving = useRecordSave<Values, Categories>({
    record: storedCategories,
    toValues: (record) => toValues(record ?? storedCategories),
    area: 'Settings',
    what: 'The list of categories',
    labels,
    format: (_field, value) => value.map((id) => names.get(id) ?? id).join(', ') || 'none',
    store: ({ repair, driver }, revision) =>
      send({
        id: storedCategories._id,
        revision: revision ?? storedCategories.revision,
        repair: [...repair],
        driver: [...driver],
      }),
    onSaved: ({ revision }) => own.reportSaved(revision),
  });
  useFollowing(own, saving.follow);
  const readOnly = !useCan('company.write', { write: true }).isAllowed;
  const options = categories.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <>
      <p className="muted">
        Without a category, driver invoices use items of the Driver category, and repair invoices use all items.
      </p>
      <RecordForm
        saving={saving}
        limits={null}
        label="Items on repair and driver invoices"
        save={{ permission: 'company.write', label: 'Update Categories' }}
      >
        <div className="form-grid">
          <CheckList name="repair" label={labels.repair} options={options} readOnly={readOnly} />
          <CheckList name="driver" label={labels.driver} options={options} readOnly={readOnly} />
        </div>
      </RecordForm>
    </>
  );
}
