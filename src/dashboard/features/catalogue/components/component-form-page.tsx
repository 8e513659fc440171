import { useLocation } from 'wouter';
import { ComponentFields as Component } from '../../../../domain/catalogue/components/schema.js';
import { toDollars } from '../../../../domain/kernel/cents.js';
import type { CaseItem } from '../../../../domain/pricing/case/case.js';
import { componentCost } from '../../../../domain/pricing/material.js';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { type ItemLine, ItemLinesField } from '../../../components/shared/item-lines-field.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { itemLines } from '../../../components/shared/history/history-lines.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call, type Output } from '../../../lib/server/api.js';
import { money } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { ComponentFields, useChoices } from './component-fields.js';

type Component = Output<'GET /api/component/:id'>;
type NamedRecord = Component['category'];
interface Place {
  readonly category: string;
  readonly shed: string;
}

/** A component: its categories and its items. */
export function ComponentFormPage() {
  const { id, query: address } = useRecordAddress();
  const query = useApi('GET /api/component/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/component/delete/:id');
  const place: Place = {
    category: query.data?.category._id ?? address.get('category') ?? '',
    shed: query.data?.shedCategory._id ?? address.get('shed') ?? '',
  };
  const list = `/company/component/all?category=${place.category}&shed=${place.shed}`;
  return (
    <RecordPage
      what="Component"
      list={list}
      query={query}
      getName={({ name }) => name}
      actions={(component) => <CopyComponent component={component} />}
      deletion={{
        permission: 'catalogue.write',
        call: remove,
        area: 'Component',
        name: ({ name }) => `component ${name}`,
      }}
    >
      {(component) => <ComponentForm key={component?._id} component={component} place={place} list={list} />}
    </RecordPage>
  );
}

/** Copies the stored component after a confirmation, and opens the copy. */
function CopyComponent({ component: { _id, name } }: { component: Component }) {
  const { notify } = useNotify('Component');
  const confirm = useConfirm();
  const [, go] = useLocation();
  const { send, pending } = useSend('POST /api/component/copy/:id');
  const copy = async () => {
    if (!(await confirm({ message: 'Copy this component and its items?', record: name, yes: 'Copy' }))) return;
    const copiedComponent = await notify(send({ id: _id }));
    if (copiedComponent) go(`/company/component/form?id=${copiedComponent.item._id}`);
  };
  return (
    <ActionButton permission="catalogue.write" icon="copy" pending={pending} onClick={() => void copy()}>
      Copy Component
    </ActionButton>
  );
}

const toValues =
  ({ category, shed }: Place) =>
  (component: Component | null) => ({
    name: component?.name ?? '',
    category: component?.category._id ?? category,
    shedCategory: component?.shedCategory._id ?? shed,
    metalPackage: component?.metalPackage ?? false,
    standardItems: (component?.standardItems ?? []).map(({ item, description, quantity }): ItemLine => ({
      item: item._id,
      description,
      quantity,
    })),
  });
type Values = ReturnType<ReturnType<typeof toValues>>;

const toBody = ({ standardItems, ...rest }: Values) => ({
  ...rest,
  standardItems: standardItems.map(({ quantity, ...line }) => ({ ...line, quantity: quantity ?? 0 })),
});

const labels = {
  name: 'Name',
  category: 'Component Category',
  shedCategory: 'Shed Category',
  metalPackage: 'Metal Package',
  standardItems: 'Items',
} as const;

/** P3: what a component costs, rounded once. */
const formatCost = (items: readonly CaseItem[]): string => money(toDollars(componentCost({ items }, 'standard')));

const blank: ItemLine = { item: '', description: '', quantity: 1 };

interface FormProps {
  readonly component: Component | null;
  readonly place: Place;
  readonly list: string;
}

function ComponentForm({ component, place, list }: FormProps) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const add = useSend('POST /api/component/');
  const change = useSend('PUT /api/component/update/:id');
  const choices = useChoices();
  const saving = useRecordSave({
    record: component,
    toValues: toValues(place),
    area: 'Component',
    what: `Component ${component?.name ?? ''}`,
    labels,
    format: (field, value) => choices.inWords(field, value),
    store: (values, revision) =>
      component
        ? change.send({ id: component._id, revision: revision ?? component.revision, ...toBody(values) })
        : add.send(toBody(values)),
    onSaved: () => goBack(list),
  });
  const ask = () =>
    call(
      'PUT /api/component/update/:id',
      { id: component?._id ?? '', ...toBody(saving.form.getValues()) },
      { preview: true },
    );
  return (
    <RecordForm
      saving={saving}
      history={component && { id: component._id, words }}
      limits={Component}
      label="Component"
      save={{
        permission: 'catalogue.write',
        extra: component && <PreviewEffect form={saving.form} permission="catalogue.write" ask={ask} />,
      }}
    >
      <ComponentFields readOnly={!isAllowed} choices={choices} />
      <ItemLinesField name="standardItems" blank={blank} readOnly={!isAllowed} total={formatCost} />
    </RecordForm>
  );
}

/** Labels for the history. */
const words = {
  name: ['Name'],
  category: ['Component Category', ({ name }: NamedRecord) => name],
  shedCategory: ['Shed Category', ({ name }: NamedRecord) => name],
  metalPackage: ['Metal Package', (value: boolean) => (value ? 'yes' : 'no')],
  standardItems: itemLines,
} as const;
