import { useForm } from 'react-hook-form';
import { ShedCategoryFields, CopyCategory } from '../../../../domain/catalogue/sheds/schema.js';
import { CheckList } from '../../../components/ui/form/inputs/check-list.js';
import { SelectField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { Page } from '../../../components/ui/page.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import type { Input, Output } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { percentagesInWords } from './parts.js';

type Category = Output<'GET /api/shed/category/one/:id'>;
const LIST = '/company/shed/category/all';

/** A shed category: its name and the sources of its add-ons; or a copy of one. */
export function CategoryFormPage() {
  const { id, query: address } = useRecordAddress();
  const query = useApi('GET /api/shed/category/one/:id', id ? { id } : null);
  if (address.has('copy')) {
    return (
      <Page title="Copy Shed Category" back={LIST}>
        <CopyForm />
      </Page>
    );
  }
  return (
    <RecordPage what="Shed Category" list={LIST} query={query} getName={({ name }) => name}>
      {(category) => <CategoryForm key={category?._id} category={category} />}
    </RecordPage>
  );
}

const toValues = (category: Category | null) => ({
  name: category?.name ?? '',
  addonParentCategories: category?.addonParentCategories.map(({ _id }) => _id) ?? [],
  sidingTypes: category?.sidingTypes.join(', ') ?? '',
  roofTypes: category?.roofTypes.join(', ') ?? '',
});

/** Splits comma-separated names. */
const getList = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function useParents() {
  const { data } = useApi('GET /api/addon-parent-category', { newBuildChecked: true, offLotChecked: true });
  return (data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
}

function CategoryForm({ category }: { category: Category | null }) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const parents = useParents();
  const add = useSend('POST /api/shed/category/');
  const change = useSend('PUT /api/shed/category/update/:id');
  const saving = useRecordSave({
    record: category,
    toValues: toValues,
    area: 'ShedCategory',
    what: `Shed category ${category?.name ?? ''}`,
    labels: {
      name: 'Name',
      addonParentCategories: 'Add-on parent categories',
      sidingTypes: 'Siding types',
      roofTypes: 'Roof types',
    },
    format: (field, value) =>
      field !== 'addonParentCategories'
        ? String(value) || 'none'
        : value.map((id) => parents.find((p) => p.value === id)?.label ?? '').join(', ') || 'none',
    store: ({ sidingTypes, roofTypes, ...rest }, revision) => {
      const values = { ...rest, sidingTypes: getList(sidingTypes), roofTypes: getList(roofTypes) };
      return category
        ? change.send({ id: category._id, revision: revision ?? category.revision, ...values })
        : add.send(values);
    },
    onSaved: () => goBack(LIST),
  });
  return (
    <RecordForm
      saving={saving}
      history={category && { id: category._id, words: historyWords }}
      limits={ShedCategoryFields}
      label="Shed category"
      save={{ permission: 'catalogue.write' }}
    >
      <TextField name="name" label="Name" required="Enter the shed category name" readOnly={!isAllowed} />
      <TextField name="sidingTypes" label="Siding types" hint={TYPES_HINT} readOnly={!isAllowed} />
      <TextField name="roofTypes" label="Roof types" hint={TYPES_HINT} readOnly={!isAllowed} />
      <CheckList
        name="addonParentCategories"
        label="Add-on parent categories"
        options={parents}
        readOnly={!isAllowed}
      />
    </RecordForm>
  );
}

const TYPES_HINT = 'Separate types with commas. Orders with another type get an alert. Leave blank to allow all.';

const historyWords = {
  name: ['Name'],
  sidingTypes: ['Siding types', (types: string[]) => types.join(', ')],
  roofTypes: ['Roof types', (types: string[]) => types.join(', ')],
  addonParentCategories: [
    'Add-on parent categories',
    (parents: Category['addonParentCategories']) => parents.map(({ name }) => name).join(', '),
  ],
} as const;

const blank: Input<'POST /api/shed/category/copy-shed-category/'> = {
  existingCategoryId: '',
  newCategoryName: '',
  codePrefix: '',
  modelSuffix: '',
  addonParentCategories: [],
};

function CopyForm() {
  const { notifyAndThrow } = useNotify('ShedCategory');
  const form = useForm({ defaultValues: blank });
  const parents = useParents();
  const categories = useApi('GET /api/shed/category', {});
  const { send } = useSend('POST /api/shed/category/copy-shed-category/');
  const copy = async (values: typeof blank) => {
    await notifyAndThrow(send(values), ({ msg, shopPercentages }) => `${msg}${percentagesInWords(shopPercentages)}`);
    form.reset(values); // leaving must not ask about unsaved changes
    goBack(LIST);
  };
  return (
    <Form
      form={form}
      limits={CopyCategory}
      onSubmit={copy}
      label="Copy shed category"
      save={{ permission: 'catalogue.write' }}
    >
      <p className="muted">Models, sheds, components, labor, haul bases and shop percentages are copied too.</p>
      <SelectField
        name="existingCategoryId"
        label="Existing category"
        required="Choose the existing category"
        placeholder="Choose a category"
        recent="shed-categories"
        options={(categories.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      <TextField name="newCategoryName" label="New name" required="Enter the new category name" />
      <TextField name="codePrefix" label="Prefix" hint="Added before every model code." required="Enter the prefix" />
      <TextField name="modelSuffix" label="Suffix" hint="Added after every model name." required="Enter the suffix" />
      <CheckList name="addonParentCategories" label="Add-on parent categories" options={parents} />
    </Form>
  );
}
