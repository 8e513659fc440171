import { rates } from '../../../../domain/catalogue/base-styles/schema.js';
import { MoneyField } from '../../ui/form/fields.js';
import { useRecordSave } from '../record/use-record-save.js';
import type { HistoryWords } from '../history/record-history.js';
import { PreviewEffect } from '../preview-effect.js';
import { call, type Output } from '../../../lib/server/api.js';
import { money, quantity } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { inWords } from './base-style-dialog.js';
import { RecordDialog } from '../record/record-dialog.js';
import { RateFields } from './rate-fields.js';
import { limits, rateBody, rateValues, type ShownRates } from './rate-values.js';

export type ShopBaseStyle = Output<'GET /api/basestyle/shop'>['items'][number];

const labels = {
  doorCost: 'Door cost',
  buildPercent: 'Build',
  roofPercent: 'Roof',
  trussCost: 'Truss',
  paintCost: 'Paint',
} as const;

/** Labels for the history of a shop's values, one per value; empty values use the standard. */
const historyWords: HistoryWords = {
  doorCost: [labels.doorCost, money],
  ...Object.fromEntries(
    rates.flatMap(({ label, column }): [string, HistoryWords[string]][] => [
      [`${column}Value`, [label, quantity]],
      [`${column}Type`, [`${label} type`]],
    ]),
  ),
};

const toValues = (style: ShopBaseStyle | null) => ({
  doorCost: style?.shopValues.doorCost ?? null,
  ...rateValues(style?.shopValues ?? null),
});
type Values = ReturnType<typeof toValues>;

const toBody = ({ doorCost, ...rates }: Values, standard: ShownRates) => ({ doorCost, ...rateBody(rates, standard) });

interface ShopBaseStyleDialogProps {
  readonly style: ShopBaseStyle;
  /** The shop whose values these are; omitted for a shop's own users. */
  readonly shop?: string;
  readonly onClose: () => void;
}

/** A shop's own values for a base style; blank fields use the standard value. */
export function ShopBaseStyleDialog({ style, shop, onClose }: ShopBaseStyleDialogProps) {
  const whose = shop ? { shop } : {};
  const { isAllowed } = useCan('base-styles.own', { write: true });
  const { send } = useSend('PUT /api/basestyle/shop/update/');
  const saving = useRecordSave({
    record: style,
    toValues,
    area: 'BaseStyle',
    what: `Base style ${style.name}`,
    labels,
    format: inWords(style.standardValues),
    store: async (values, revision) => {
      const change = { _id: style._id, revision: revision ?? style.revision, ...toBody(values, style.standardValues) };
      const { msg, items } = await send({ ...whose, baseStyles: [change] });
      return { msg, item: items[0] ?? style };
    },
    onSaved: onClose,
  });
  const ask = () => {
    const change = { _id: style._id, ...toBody(saving.form.getValues(), style.standardValues) };
    return call('PUT /api/basestyle/shop/update/', { ...whose, baseStyles: [change] }, { preview: true });
  };
  return (
    <RecordDialog
      title={`Base Style ${style.name}`}
      saving={saving}
      readOnly={!isAllowed}
      limits={limits}
      label="Base style"
      extra={<PreviewEffect form={saving.form} permission="base-styles.own" ask={ask} />}
      history={{ id: style._id, words: historyWords, ...whose }}
      onClose={onClose}
    >
      <MoneyField
        name="doorCost"
        label="Door cost"
        hint={`Blank uses the standard ${money(style.doorCost)}.`}
        min={0}
        readOnly={!isAllowed}
      />
      <RateFields readOnly={!isAllowed} standard={style.standardValues} />
    </RecordDialog>
  );
}
