import { BaseStyleFields, type RateName, rates } from '../../../../domain/catalogue/base-styles/schema.js';
import type { RateType } from '../../../../domain/pricing/case/case.js';
import type { HistoryEntry } from '../history/history-panel.js';
import { percent, unitPrice } from '../../../lib/format.js';

interface Rate {
  readonly value: number;
  readonly type: RateType;
}
export type ShownRates = Readonly<Record<RateName, Rate | null>>;

/** `12.50%` or `$21.25 each`; empty if there is none. */
export const rateInWords = (rate: Rate | null | undefined): string =>
  rate ? (rate.type === 'percent' ? percent(rate.value) : `${unitPrice(rate.value)} each`) : '';

/** The limits of a base style's form, where the rates are top-level fields. */
export const limits = BaseStyleFields.extend(BaseStyleFields.shape.standardValues.shape);

const toTexts = (rate: Rate | null | undefined) => ({ value: rate?.value ?? null, type: rate?.type ?? '' });

/** The four rates as form values; an unset rate is empty. */
export const rateValues = (rates: ShownRates | null) => ({
  buildPercent: toTexts(rates?.buildPercent),
  roofPercent: toTexts(rates?.roofPercent),
  trussCost: toTexts(rates?.trussCost),
  paintCost: toTexts(rates?.paintCost),
});
type Values = ReturnType<typeof rateValues>;

/**
 * The form's rates as request values: null for a rate without a value; a missing type defaults to the standard rate's.
 */
export function rateBody(values: Values, standard: ShownRates | null): Record<RateName, Rate | null> {
  const of = (name: RateName) => {
    const { value, type } = values[name];
    return value === null ? null : { value, type: (type || standard?.[name]?.type) as RateType }; // server validates it
  };
  return {
    buildPercent: of('buildPercent'),
    roofPercent: of('roofPercent'),
    trussCost: of('trussCost'),
    paintCost: of('paintCost'),
  };
}

/** Describes a change of the four rates in the history. */
export const rateChanges = (from: ShownRates | null, to: ShownRates | null): HistoryEntry['changes'] =>
  rates.map(({ name, label }) => ({
    field: label,
    from: from && rateInWords(from[name]),
    to: to && rateInWords(to[name]),
  }));
