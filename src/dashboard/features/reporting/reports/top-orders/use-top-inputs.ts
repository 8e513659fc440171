import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { type InputName, getLimits } from '../../../../../domain/reporting/reports/top-orders/rules.js';

export type InputOverrides = { readonly [N in InputName]?: number };

/** The changed inputs of the report, with a function to change them. */
export interface TopInputs {
  readonly givenInputs: InputOverrides;
  /** Null restores the default. */
  readonly put: (name: InputName, value: number | null) => void;
  readonly reset: () => void;
}

/** Inputs stored in the address next to the filter: back, reload and shared links show the same figures. */
export function useTopInputs(names: readonly InputName[]): TopInputs {
  const search = useSearch();
  const inputValues = useMemo(() => readInputs(search, names), [search, names]);
  const put = useCallback((name: InputName, value: number | null) => {
    const query = new URLSearchParams(window.location.search);
    if (value === null) query.delete(name);
    else query.set(name, String(value));
    go(query);
  }, []);
  const reset = useCallback(() => {
    const query = new URLSearchParams(window.location.search);
    for (const name of names) query.delete(name);
    go(query);
  }, [names]);
  return { givenInputs: inputValues, put, reset };
}

/** The inputs from the address; invalid ones are ignored. */
export function readInputs(search: string, names: readonly InputName[]): InputOverrides {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = query.get(name)?.trim();
      return text && isInput(name, Number(text)) ? [[name, Number(text)]] : [];
    }),
  );
}

/** Whether a percent is a valid input: within its limits, with at most two decimals. */
export function isInput(name: InputName, value: number): boolean {
  const { min, max } = getLimits(name);
  return value >= min && value <= max && Number(value.toFixed(2)) === value;
}

function go(query: URLSearchParams): void {
  const text = query.toString();
  navigate(window.location.pathname + (text ? `?${text}` : ''), { replace: true });
}
