import { useMemo } from 'react';
import type { CompanyInputs } from '../../../../domain/reporting/calculators/schema.js';
import { NO_PERCENT, usualPercents } from '../../../../domain/reporting/calculators/usual-inputs.js';
import { useListState } from '../../../lib/list/use-list-state.js';

const start = {
  size: 500,
  filters: {
    ...{ shop: '', category: '', model: '', type: 'INV', by: 'target' },
    ...{ small: '', large: '', dealer: '', rep: '', overhead: '', shopOverhead: '' },
    ...{ gp: String(usualPercents.gp), shopGp: String(usualPercents.shopGp), discount: String(usualPercents.discount) },
  },
};
export type CalculatorInputs = typeof start.filters;
/** An input that is a percent. */
export type PercentName = Exclude<keyof CalculatorInputs, 'shop' | 'category' | 'model' | 'type' | 'by'>;

export type Calculator = ReturnType<typeof useCalculator>;

/** A calculator's choices and inputs, stored in the address: back, reload and shared links show the same figures. */
export function useCalculator() {
  const list = useListState(start);
  const { filters } = list;
  const put = (change: Partial<CalculatorInputs>) => list.set({ filters: { ...list.filters, ...change } });
  const { shop, category, model } = filters;
  const reset = () => list.set({ filters: { ...start.filters, shop, category, model } });
  const inputs = useMemo(() => getInputs(filters), [filters]);
  return { list, filters, inputs, put, reset };
}

/** The inputs for the rules: an empty target means none, other empty percents mean the default. */
function getInputs(filters: CalculatorInputs): CompanyInputs {
  const of = (name: PercentName) => toNumber(filters[name]);
  return {
    type: filters.type === 'NB' ? 'NB' : 'INV',
    by: filters.by === 'discount' || filters.by === 'today' ? filters.by : 'target',
    ...{ small: of('small'), large: of('large'), dealer: of('dealer'), rep: of('rep') },
    ...{ overhead: of('overhead'), shopOverhead: of('shopOverhead') },
    ...{ gp: of('gp'), shopGp: of('shopGp'), discount: of('discount') },
  };
}

/** The inputs as request values: an absent target is sent explicitly, because omitted fields mean the default. */
export const toRequestInputs = (inputs: CompanyInputs) => ({
  ...inputs,
  gp: inputs.gp ?? NO_PERCENT,
  shopGp: inputs.shopGp ?? NO_PERCENT,
});

/** A percent from the address; null if there is none or it is not a percent. */
export function toNumber(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && Math.abs(value) <= MOST ? value : null;
}

/** The largest allowed percent, and the largest loss. */
export const MOST = 1000;
