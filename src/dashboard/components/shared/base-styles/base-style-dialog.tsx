import type { z } from 'zod';
import { type BaseStyleFields, doorTypes } from '../../../../domain/catalogue/base-styles/schema.js';
import { MoneyField, SelectField, TextField } from '../../ui/form/fields.js';
import { useRecordSave } from '../record/use-record-save.js';
import { PreviewEffect } from '../preview-effect.js';
import { call, type Output } from '../../../lib/server/api.js';
import { money } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { RecordDialog } from '../record/record-dialog.js';
import { RateFields } from './rate-fields.js';
import { limits, rateBody, rateChanges, rateInWords, rateValues, type ShownRates } from './rate-values.js';
import type { InWords } from '../../ui/form/field-of.js';
import type { RateType } from '../../../../domain/pricing/case/case.js';

export type BaseStyle = Output<'GET /api/basestyle/'>['items'][number];

const labels = {
  name: 'Name',
  doorType: 'Door type',
  doorCost: 'Door cost',
  buildPercent: 'Build',
  roofPercent: 'Roof',
  trussCost: 'Truss',
  paintCost: 'Paint',
} as const;

/** Labels for the history. */
const historyWords = {
  name: [labels.name],
  doorType: [labels.doorType],
  doorCost: [labels.doorCost, money],
  standardValues: rateChanges,
} as const;

const toValues = (style: BaseStyle | null) => ({
  name: style?.name ?? '',
  doorType: style?.doorType ?? '',
  doorCost: style?.doorCost ?? null,
  ...rateValues(style?.standardValues ?? null),
});
type Values = ReturnType<typeof toValues>;

/** What the server validates field by field; empty fields are not filled with defaults. */
const toBody = ({ name, doorType, doorCost, ...values }: Values) =>
  ({ name, doorType, doorCost, standardValues: rateBody(values, null) }) as z.input<typeof BaseStyleFields>; // see above

/** Adds a base style or changes its standard values. */
export function BaseStyleDialog({ style, onClose }: { style: BaseStyle | null; onClose: () => void }) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const add = useSend('POST /api/basestyle');
  const change = useSend('PUT /api/basestyle/update/:id');
  const saving = useRecordSave({
    record: style,
    toValues: toValues,
    area: 'BaseStyle',
    what: `Base style ${style?.name ?? ''}`,
    labels,
    format: inWords(null),
    store: (values, revision) =>
      style
        ? change.send({ id: style._id, revision: revision ?? style.revision, ...toBody(values) })
        : add.send(toBody(values)),
    onSaved: onClose,
  });
  const ask = () =>
    call(
      'PUT /api/basestyle/update/:id',
      { id: style?._id ?? '', ...toBody(saving.form.getValues()) },
      { preview: true },
    );
  return (
    <RecordDialog
      title={style ? `Base Style ${style.name}` : 'Add Base Style'}
      saving={saving}
      readOnly={!isAllowed}
      limits={limits}
      label="Base style"
      extra={style && <PreviewEffect form={saving.form} permission="catalogue.write" ask={ask} />}
      history={style && { id: style._id, words: historyWords }}
      onClose={onClose}
    >
      <Fields readOnly={!isAllowed} />
    </RecordDialog>
  );
}

/** Formats a base style's value for a conflict; a rate without a type is shown with the standard rate's type. */
export const inWords =
  (standard: ShownRates | null): InWords<Values> =>
  (...[field, value]) => {
    if (field === 'doorCost') return value === null ? 'standard' : money(value);
    if (field === 'name' || field === 'doorType') return value;
    if (value.value === null) return 'standard';
    const type = (value.type || (standard?.[field]?.type ?? 'percent')) as RateType; // the select offers only these
    return rateInWords({ value: value.value, type });
  };

const Fields = ({ readOnly }: { readOnly: boolean }) => (
  <>
    <TextField name="name" label="Name" required="Enter the base style name" readOnly={readOnly} />
    <div className="form-group">
      <SelectField
        name="doorType"
        label="Door type"
        required="This field is required"
        placeholder="Choose a door type"
        options={doorTypes.map((type) => ({ value: type, label: type }))}
        readOnly={readOnly}
      />
      <MoneyField name="doorCost" label="Door cost" required="This field is required" min={0} readOnly={readOnly} />
    </div>
    <RateFields readOnly={readOnly} />
  </>
);
