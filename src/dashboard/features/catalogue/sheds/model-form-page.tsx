import { useState } from 'react';
import { ModelFields } from '../../../../domain/catalogue/sheds/schema.js';
import { ActionButton } from '../../../components/ui/button.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { AddOnLines } from './part-lines.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import type { Output } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { CopyModelDialog } from './copy-model-dialog.js';
import { addOnBody, addOnLines, addOnValues, linesInWords, useParts } from './parts.js';

type Model = Output<'GET /api/shed/model/one/:id'>;
const CATEGORIES = '/company/shed/category/all';

const toValues = (model: Model | null) => ({
  name: model?.name ?? '',
  code: model?.code ?? '',
  standardAddOns: addOnValues(model?.standardAddOns),
});

/** A shed model: its name, code and standard add-ons; copying a model copies its sizes too. */
export function ModelFormPage() {
  const { id, query: address } = useRecordAddress();
  const query = useApi('GET /api/shed/model/one/:id', id ? { id } : null);
  const category = query.data?.shedCategory._id ?? address.get('category');
  const list = category ? `/company/shed/category/shops/all?category=${category}` : CATEGORIES;
  const [copying, setCopying] = useState(false);
  return (
    <RecordPage
      what="Shed Model"
      list={list}
      query={query}
      getName={({ name }) => name}
      actions={() => (
        <ActionButton permission="catalogue.write" icon="copy" onClick={() => setCopying(true)}>
          Copy Existing Model
        </ActionButton>
      )}
    >
      {(model) => (
        <>
          <ModelForm key={model?._id} model={model} category={category ?? null} list={list} />
          {copying && <CopyModelDialog model={model} onClose={() => setCopying(false)} />}
        </>
      )}
    </RecordPage>
  );
}

const historyWords = { name: ['Name'], code: ['Code'], standardAddOns: addOnLines } as const;

function ModelForm({ model, category, list }: { model: Model | null; category: string | null; list: string }) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const parts = useParts(category, { addOns: (model?.standardAddOns ?? []).map(({ addon }) => addon) });
  const add = useSend('POST /api/shed/model/');
  const change = useSend('PUT /api/shed/model/update/:id');
  const saving = useRecordSave({
    record: model,
    toValues: toValues,
    area: 'ShedModel',
    what: `Shed model ${model?.name ?? ''}`,
    labels: { name: 'Name', code: 'Code', standardAddOns: 'Standard add-ons' },
    format: (field, value) => (field === 'standardAddOns' ? linesInWords(value, parts.addOns) : String(value)),
    store: ({ standardAddOns, ...values }, revision) => {
      const body = { ...values, standardAddOns: addOnBody(standardAddOns) };
      if (model) return change.send({ id: model._id, revision: revision ?? model.revision, ...body });
      return add.send({ ...body, shedCategory: category ?? '' });
    },
    onSaved: () => goBack(list),
  });
  return (
    <RecordForm
      saving={saving}
      history={model && { id: model._id, words: historyWords }}
      limits={ModelFields}
      label="Shed model"
      save={{ permission: 'catalogue.write' }}
    >
      <div className="form-grid">
        <TextField name="name" label="Name" required="Enter the model name" readOnly={!isAllowed} />
        <TextField name="code" label="Code" readOnly={!isAllowed} />
      </div>
      <AddOnLines parts={parts} what="Standard add-on" readOnly={!isAllowed} />
    </RecordForm>
  );
}
