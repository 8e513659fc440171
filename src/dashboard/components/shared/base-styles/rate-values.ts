import { BaseStyleFields, type RateName, rates } from '../../../../domain/catalogue/base-styles/schema.js';
import type { RateType } from '../../../../domain/pricing/case/case.js';
import type { HistoryEntry } from '../history/history-panel.js';
import { percent, unitPrice } from '../../../lib/format.js';

interface Rate {
  readonly value: number;
  readonly type: RateType;
}
export type ShownRates = Readonly<Record<RateName, Rate | null>>;

/** `12.50%` or `$21.25 each`; empty for none. */
export const rateInWords = (rate: Rate | null | undefined): string =>
  rate ? (rate.type === 'percent' ? percent(rate.value) : `${unitPrice(rate.value)} each`) : '';

/** The limits of a base style's form, which has its rates beside its name. */
export const limits = BaseStyleFields.extend(BaseStyleFields.shape.standardValues.shape);

const textsOf = (rate: Rate | null | undefined) => ({ value: rate?.value ?? null, type: rate?.type ?? '' });

/** The four rates as a form holds them; a rate that is not set is empty. */
export const rateValues = (shown: ShownRates | null) => ({
  buildPercent: textsOf(shown?.buildPercent),
  roofPercent: textsOf(shown?.roofPercent),
  trussCost: textsOf(shown?.trussCost),
  paintCost: textsOf(shown?.paintCost),
});
type Values = ReturnType<typeof rateValues>;

/** A form's rates as a call takes them; one without a value is null, one without a type takes the standard's. */
export function rateBody(values: Values, standard: ShownRates | null): Record<RateName, Rate | null> {
  const of = (name: RateName) => {
    const { value, type } = values[name];
    return value === null ? null : { value, type: (type || standard?.[name]?.type) as RateType }; // the server refuses a rate without one
  };
  return {
    buildPercent: of('buildPercent'),
    roofPercent: of('roofPercent'),
    trussCost: of('trussCost'),
    paintCost: of('paintCost'),
  };
}

/** How a change of the four rates reads in the trail. */
export const rateChanges = (from: ShownRates | null, to: ShownRates | null): HistoryEntry['changes'] =>
  rates.map(({ name, label }) => ({
    field: label,
    from: from && rateInWords(from[name]),
    to: to && rateInWords(to[name]),
  }));
