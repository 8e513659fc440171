import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { ProfitInputs } from '../../../../../domain/reporting/reports/profit/rules.js';
import { toKeys } from '../../../../../domain/kernel/objects.js';

type InputName = keyof ProfitInputs;
interface InputField {
  readonly label: string;
  readonly unit: '$' | '%';
}

/** The inputs of the report, in screen order. */
export const inputFields: Readonly<Record<InputName, InputField>> = {
  doorCost: { label: 'Door cost', unit: '$' },
  buildPercent: { label: 'Build', unit: '%' },
  roofPercent: { label: 'Roof', unit: '%' },
  trussCost: { label: 'Truss cost', unit: '$' },
  paintCost: { label: 'Paint cost', unit: '$' },
  retailPercent: { label: 'Retail', unit: '%' },
  overheadPercent: { label: 'Overhead', unit: '%' },
};
export const inputNames = toKeys(inputFields);

/** The maximum percent and the maximum cost. */
export const getMost = (name: InputName): number => (inputFields[name].unit === '%' ? 1000 : 100_000);

export type TypedInputs = { readonly [Name in InputName]?: number };

/** The typed inputs, stored in the address; omitted ones use the shop's values. */
export function useProfitInputs() {
  const search = useSearch();
  const inputs = useMemo(() => readInputs(search), [search]);
  const put = useCallback((change: Readonly<Partial<Record<InputName, number | null>>>) => {
    const query = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(change))
      if (value === null) query.delete(name);
      else query.set(name, String(value));
    const text = query.toString();
    navigate(window.location.pathname + (text ? `?${text}` : ''), { replace: true });
  }, []);
  return { typed: inputs, put };
}

function readInputs(search: string): TypedInputs {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    inputNames.flatMap((name) => {
      const text = query.get(name);
      const value = text ? Number(text) : Number.NaN;
      return value >= 0 && value <= getMost(name) ? [[name, value]] : [];
    }),
  );
}
