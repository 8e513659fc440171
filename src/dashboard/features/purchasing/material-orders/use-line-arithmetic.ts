import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { type LineValues, type MaterialValues, computePrice, computeTotal } from '../material-values.js';

/**
 * P11: while a line is edited, its total follows quantity and price; a typed total sets the price and is stored as
 * typed.
 */
export function useLineArithmetic(): void {
  const { watch, setValue, getValues } = useFormContext<MaterialValues>();
  useEffect(() => {
    const { unsubscribe } = watch((_, { name = '', type }) => {
      const [, at, field] = /^items\.(\d+)\.(quantity|newPrice|total)$/.exec(name) ?? [];
      if (type !== 'change' || at === undefined) return;
      const path = `items.${Number(at)}` as const;
      const follow = () => {
        const line = getValues(path) as LineValues; // the path of a line
        if (field === 'total') setValue(`${path}.newPrice`, computePrice(line), { shouldDirty: true });
        else setValue(`${path}.total`, computeTotal(line), { shouldDirty: true });
      };
      queueMicrotask(follow); // after all listeners have the typed value; otherwise they would get it after the values computed from it
    });
    return unsubscribe;
  }, [watch, setValue, getValues]);
}
