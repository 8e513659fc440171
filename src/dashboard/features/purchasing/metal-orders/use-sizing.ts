import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useApi } from '../../../lib/server/use-api.js';
import { useSettled } from '../../../lib/use-settled.js';
import { type PackageValues, type SizedPackage, sizedItems } from './metal-values.js';
import { valueAt } from '../../../components/ui/form/use-value.js';

const SETTLE_MS = 250;

interface SizingProps {
  /** The package's index in the form. */
  readonly at: number;
  readonly values: PackageValues;
  /** The metal order being changed; null for a new one. */
  readonly orderId: string | null;
  readonly readOnly: boolean;
}

/**
 * The quantities a package needs for its shed, once the server has answered for the current input. Sets the form's
 * items when package, order or size change; manual changes stay until then.
 */
export function useSizing({ at, values, orderId, readOnly }: SizingProps): SizedPackage | undefined {
  const { getValues, setValue } = useFormContext();
  const { metalPackage: component, shed } = values;
  const serialNumber = values.serialNumber.trim();
  const search = useSettled(serialNumber, SETTLE_MS);
  const sizeInput = {
    component,
    serialNumber: search,
    ...(shed ? { shed } : {}),
    ...(orderId ? { except: orderId } : {}),
  };
  const query = useApi('GET /api/metalorder/package/:component', component && !readOnly ? sizeInput : null);
  const isKnown = component !== '' && search === serialNumber && !query.isRefreshing;
  const sizedPackage = isKnown ? query.data : undefined;
  const key = [component, serialNumber.toLowerCase(), shed].join('|');
  const appliedSizing = useRef({ key: orderId === null ? '' : key, state: '' });
  useEffect(() => {
    if (!sizedPackage) return;
    const state = JSON.stringify([component, sizedPackage.sizedBy, sizedPackage.items]);
    const { key: before, state: stateBefore } = appliedSizing.current;
    appliedSizing.current = { key, state };
    if (key === before || state === stateBefore) return;
    const all = valueAt<readonly PackageValues[]>(getValues, 'metalOrder');
    setValue(`metalOrder.${at}.items`, sizedItems(sizedPackage, all, at), { shouldDirty: true });
  }, [sizedPackage, key, component, at, getValues, setValue]);
  return sizedPackage;
}
