import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { SuggestedFieldText } from '../../../components/ui/form/inputs/suggested-text.js';
import { Field, requiredRule } from '../../../components/ui/form/field.js';
import type { Output } from '../../../lib/server/api.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useSettled } from '../../../lib/use-settled.js';
import { useValue, valueAt } from '../../../components/ui/form/use-value.js';

type OrderMatch = Output<'GET /api/metalorder/orders'>['items'][number];

const SETTLE_MS = 250;
const NOBODYS =
  'This shop has no open order with this serial number. You can save it, but no order is marked as metal ordered.';

interface SerialProps {
  /** The package's path in the form values. */
  readonly path: string;
  readonly at: number;
  readonly readOnly: boolean;
  /** Whether a number that the field starts with counts as typed, as in a new order. */
  readonly isNew: boolean;
}

/** The serial number of the shed a package is for: suggests the shop's open orders, and copies the colors of the chosen one. */
export function SerialField({ path, at, readOnly, isNew }: SerialProps) {
  const name = `${path}.serialNumber`;
  const serialText = useValue<string>(name).trim();
  const [isUsed, setUsed] = useState(isNew && !readOnly && serialText !== '');
  const { orders, order, isKnown } = useOwnOrders(serialText, isUsed);
  useShopColors(path, order);
  const suggestions = useMemo(
    () => orders.map((one) => ({ value: one._id, label: one.serialNumber, detail: about(one) })),
    [orders],
  );
  const hint = serialText === '' || !isKnown ? undefined : order ? markText(order) : NOBODYS;
  const field = { name, label: `Serial Number ${at + 1}`, required: 'Serial number is required' } as const;
  return (
    <Field {...field} hint={hint} className="field-bare">
      {(control) => (
        <SuggestedFieldText
          {...control}
          name={name}
          rules={requiredRule(field)}
          suggestions={suggestions}
          maxLength={100}
          readOnly={readOnly}
          onFocus={() => setUsed(!readOnly)}
        />
      )}
    </Field>
  );
}

const about = ({ model, width, length, status }: OrderMatch): string => `${model} ${width}x${length}, ${status}`;

const markText = (order: OrderMatch): string =>
  `${about(order)}: ${order.metalOrdered ? 'metal already ordered' : 'saving marks the metal as ordered'}.`;

const nothing: readonly OrderMatch[] = [];

/** The shop's open orders whose serial number contains a text, and the exact match, once the server has answered. */
function useOwnOrders(serialText: string, isWanted: boolean) {
  const search = useSettled(serialText, SETTLE_MS);
  const query = useApi('GET /api/metalorder/orders', isWanted ? { search } : null);
  const orders = query.data?.items ?? nothing;
  const isKnown = isWanted && search === serialText && query.data !== undefined && !query.isRefreshing;
  const order = isKnown ? orders.find((one) => one.serialNumber.toLowerCase() === serialText.toLowerCase()) : undefined;
  return { orders, order, isKnown };
}

const colors = ['roofColor', 'sidingColor', 'trimColor'] as const;

/** Copies an order's colors and category into fields that are blank or still hold a previous order's values. */
function useShopColors(path: string, order: OrderMatch | undefined): void {
  const { getValues, setValue } = useFormContext();
  const takenColors = useRef<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (!order) return;
    const orderColors = Object.fromEntries(colors.map((color) => [color, order[color] ?? '']));
    const category = getValues(`${path}.metalPackage`) === '' ? (order.shedCategory?._id ?? '') : '';
    for (const [field, value] of Object.entries({ ...orderColors, shedCategory: category })) {
      const now = valueAt<string>(getValues, `${path}.${field}`);
      if (value === '' || (now !== '' && now !== takenColors.current[field])) continue;
      setValue(`${path}.${field}`, value, { shouldDirty: true });
      takenColors.current = { ...takenColors.current, [field]: value };
    }
  }, [order, path, getValues, setValue]);
}
