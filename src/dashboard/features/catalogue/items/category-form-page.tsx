import { ItemCategoryFields } from '../../../../domain/catalogue/items/schema.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { useRecordAddress } from '../../../components/shared/record/record-page.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import type { Category } from './item-shops-page.js';

const LIST = '/company/items/shop/all';
const FORM = '/company/items/category/form';

const columns: readonly ColumnDef<Category>[] = [
  nameColumn((row) => `${FORM}?id=${row._id}`),
  { field: 'items', header: 'Items', sortable: true, align: 'right' },
];

/** The item categories below a form: for the one in the address, or for a new one. */
export function CategoryFormPage() {
  const { id } = useRecordAddress();
  const all = useApi('GET /api/itemcategory/', { size: 5000 });
  const getCategory = (items: readonly Category[]) => items.find(({ _id }) => _id === id) ?? null;
  const category = getCategory(all.data?.items ?? []);
  return (
    <Page
      title="Item Categories"
      heading={category ? `Item Category ${category.name}` : 'Item Categories'}
      back={LIST}
      actions={
        <>
          <ExportButton kind="items">Export Excel</ExportButton>
          {id && <LinkButton href={FORM}>Add another</LinkButton>}
        </>
      }
    >
      <LoadedContent query={all} lines={3}>
        {({ items }) =>
          id && !getCategory(items) ? (
            <EmptyState text="This item category no longer exists." />
          ) : (
            <CategoryForm key={id} category={getCategory(items)} />
          )
        }
      </LoadedContent>
      <Categories />
    </Page>
  );
}

function CategoryForm({ category }: { category: Category | null }) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const add = useSend('POST /api/itemcategory/');
  const change = useSend('PUT /api/itemcategory/update/:id');
  const saving = useRecordSave({
    record: category,
    toValues: (record: Category | null) => ({ name: record?.name ?? '' }),
    area: 'ItemCategory',
    what: `Item category ${category?.name ?? ''}`,
    labels: { name: 'Name' },
    store: (values, revision) =>
      category
        ? change.send({ id: category._id, revision: revision ?? category.revision, ...values })
        : add.send(values),
    onSaved: () => goBack(LIST),
  });
  return (
    <RecordForm
      saving={saving}
      history={category && { id: category._id, words: { name: ['Name'] } }}
      limits={ItemCategoryFields}
      label="Item category"
      save={{ permission: 'catalogue.write' }}
    >
      <TextField
        name="name"
        label="Name"
        required="Enter the item category name"
        maxLength={200}
        readOnly={!isAllowed}
      />
    </RecordForm>
  );
}

function Categories() {
  const list = useListState({ sorts: ['name', 'items'], sort: 'name', size: 500 });
  const query = useApi('GET /api/itemcategory/', list.query);
  const remove = useSend('DELETE /api/itemcategory/delete/:id');
  return (
    <DataList
      name="item-category-form"
      label="Item categories"
      columns={columns}
      query={query}
      list={list}
      actions={(row) => (
        <DeleteRecord
          inMenu
          permission="catalogue.write"
          call={remove}
          id={row._id}
          record={`item category ${row.name}`}
          area="ItemCategory"
        />
      )}
      empty="No item categories yet."
    />
  );
}
