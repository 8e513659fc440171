import { useLocation } from 'wouter';
import { ShedFields } from '../../../../domain/catalogue/sheds/schema.js';
import { ActionButton } from '../../../components/ui/button.js';
import { MoneyField, type SelectOption, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { AddOnLines, ComponentLines } from './part-lines.js';
import { BaseStyleField, SizeFields } from '../../../components/shared/shed-fields.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { call, type Output } from '../../../lib/server/api.js';
import { money, quantity } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { AcrossModels } from './across-models.js';
import {
  addOnBody,
  addOnLines,
  addOnValues,
  componentBody,
  componentLines,
  componentValues,
  linesInWords,
  formatName,
  useParts,
} from './parts.js';
import { SizeLinks } from './size-links.js';
import type { InWords } from '../../../components/ui/form/field-of.js';

type Shed = Output<'GET /api/shed/one/:id'>;
interface Place {
  readonly category: string;
  readonly model: string;
}

/** A shed: one size of a model, its price and its parts. `?copy=id` starts a new one from another. */
export function ShedFormPage() {
  const { id, query: address } = useRecordAddress();
  const from = address.get('copy');
  const query = useApi('GET /api/shed/one/:id', id ? { id } : null);
  const original = useApi('GET /api/shed/one/:id', from ? { id: from } : null);
  const copyModelId = !id && !from ? address.get('model') : null;
  const ofModel = useApi('GET /api/shed/model/one/:id', copyModelId ? { id: copyModelId } : null);
  const remove = useSend('DELETE /api/shed/delete/:id');
  const [, go] = useLocation();
  const record = query.data ?? original.data;
  const place: Place = {
    category: record?.category._id ?? address.get('category') ?? '',
    model: record?.model._id ?? address.get('model') ?? '',
  };
  const list = place.model
    ? `/company/shed/all?category=${place.category}&model=${place.model}`
    : '/company/shed/model/all';
  return (
    <RecordPage
      what="Shed"
      list={list}
      query={query}
      getName={({ model, width, length }) => `${model.name} ${width} × ${length}`}
      actions={(shed) => (
        <ActionButton
          permission="catalogue.write"
          icon="copy"
          onClick={() => go(`/company/shed/form?new=1&copy=${shed._id}`)}
        >
          Copy
        </ActionButton>
      )}
      deletion={{
        permission: 'catalogue.write',
        call: remove,
        area: 'Shed',
        name: ({ model, width, length }) => `shed ${model.name} ${width} × ${length}`,
      }}
    >
      {(shed) =>
        shed || (isReady(from, original.data) && isReady(copyModelId, ofModel.data)) ? (
          <ShedForm
            key={shed?._id ?? from ?? 'new'}
            shed={shed}
            like={original.data ? { ...original.data, ssId: '' } : null}
            addOns={ofModel.data?.standardAddOns ?? []}
            place={place}
            list={list}
          />
        ) : null
      }
    </RecordPage>
  );
}

/** Whether the source of a new shed is loaded, if it has one. */
const isReady = (id: string | null, record: object | undefined): boolean => id === null || record !== undefined;

const toValues = (shed: Shed | null, addOns: Shed['standardAddOns']) => ({
  baseStyle: shed?.baseStyle._id ?? '',
  width: shed?.width ?? null,
  length: shed?.length ?? null,
  ssId: shed?.ssId ?? '',
  retailPrice: shed?.retailPrice ?? null,
  components: componentValues(shed?.components),
  standardAddOns: addOnValues(shed?.standardAddOns ?? addOns),
});
type Values = ReturnType<typeof toValues>;

const toBody = ({ components, standardAddOns, width, length, retailPrice, ...rest }: Values) => ({
  ...rest,
  width: width ?? 0,
  length: length ?? 0,
  retailPrice: retailPrice ?? 0,
  components: componentBody(components),
  standardAddOns: addOnBody(standardAddOns),
});

interface ShedFormProps {
  readonly shed: Shed | null;
  /** The source of a new shed, without the Shed Suite ID, which is the source's alone. */
  readonly like: Shed | null;
  /** The standard add-ons of its model, which a new shed gets unless it is a copy. */
  readonly addOns: Shed['standardAddOns'];
  readonly place: Place;
  readonly list: string;
}

function ShedForm({ shed, like, addOns, place, list }: ShedFormProps) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const source = shed ?? like;
  const parts = useParts(place.category || null, {
    components: (source?.components ?? []).map(({ component }) => component),
    addOns: (source?.standardAddOns ?? addOns).map(({ addon }) => addon),
  });
  const add = useSend('POST /api/shed');
  const change = useSend('PUT /api/shed/update/:id');
  const saving = useRecordSave({
    record: shed,
    toValues: (record: Shed | null) => toValues(record ?? like, addOns),
    area: 'Shed',
    what: 'Shed',
    labels,
    format: inWords(parts),
    store: (values, revision) =>
      shed
        ? change.send({ id: shed._id, revision: revision ?? shed.revision, ...toBody(values) })
        : add.send({ ...toBody(values), model: place.model }),
    onSaved: () => goBack(list),
  });
  return (
    <>
      <RecordForm
        saving={saving}
        limits={ShedFields}
        label="Shed"
        save={{
          permission: 'catalogue.write',
          extra: shed && (
            <PreviewEffect
              form={saving.form}
              permission="catalogue.write"
              ask={() =>
                call(
                  'PUT /api/shed/update/:id',
                  { id: shed._id, ...toBody(saving.form.getValues()) },
                  { preview: true },
                )
              }
            />
          ),
        }}
      >
        <Fields readOnly={!isAllowed} baseStyles={parts.baseStyles} shed={shed} />
        <ComponentLines parts={parts} readOnly={!isAllowed} />
        <AddOnLines parts={parts} what="Add-on" readOnly={!isAllowed} />
      </RecordForm>
      {shed && (
        <AcrossModels
          shed={shed}
          revision={saving.revision}
          lines={() => saving.form.getValues()}
          onStored={saving.follow}
        />
      )}
      {shed && <HistoryToggle id={shed._id} words={historyWords} />}
    </>
  );
}

const labels = {
  baseStyle: 'Base style',
  width: 'Width',
  length: 'Length',
  ssId: 'Shed Suite ID',
  retailPrice: 'Retail price',
  components: 'Components',
  standardAddOns: 'Add-ons',
} as const;

const historyWords = {
  retailPrice: [labels.retailPrice, money],
  baseStyle: [labels.baseStyle, formatName],
  width: [labels.width, quantity],
  length: [labels.length, quantity],
  ssId: [labels.ssId],
  components: componentLines,
  standardAddOns: addOnLines,
} as const;

const inWords =
  (parts: ReturnType<typeof useParts>): InWords<Values> =>
  (...[field, value]) => {
    if (field === 'components') return linesInWords(value, parts.components);
    if (field === 'standardAddOns') return linesInWords(value, parts.addOns);
    if (field === 'baseStyle') return parts.baseStyles.find((style) => style.value === value)?.label ?? '';
    if (field === 'retailPrice') return money(value);
    return value === null ? 'empty' : String(value);
  };

function Fields({
  readOnly,
  baseStyles,
  shed,
}: {
  readOnly: boolean;
  baseStyles: readonly SelectOption[];
  shed: Shed | null;
}) {
  return (
    <div className="form-grid">
      <div className="form-group">
        <BaseStyleField options={baseStyles} readOnly={readOnly} />
        <SizeFields readOnly={readOnly} />
      </div>
      <div className="form-group">
        <TextField name="ssId" label="Shed Suite ID" readOnly={readOnly} />
        <MoneyField
          name="retailPrice"
          label="Retail price"
          required="Enter the retail price"
          min={0}
          readOnly={readOnly}
        />
        {shed && <SizeLinks shed={shed} />}
      </div>
    </div>
  );
}
