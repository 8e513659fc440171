import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { SuggestedFieldText } from '../../../components/ui/form/inputs/suggested-text.js';
import { Field } from '../../../components/ui/form/field.js';
import type { Input, Output } from '../../../lib/server/api.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useSettled } from '../../../lib/use-settled.js';

const SETTLE_MS = 200;
const SHOWN = 50;

type Row = Output<'GET /api/orders'>['items'][number];

/** The orders of a shop whose serial number contains this text; without a shop, those of the user's shop. */
export const ordersLike = (search: string, shop: string | null): Input<'GET /api/orders'> => ({
  search,
  size: SHOWN,
  ...(shop ? { shop } : {}),
});

/** The order with exactly this serial number, if it is visible to its shop. */
export const orderNamed = (orders: readonly Row[], serialNumber: string): Row | undefined =>
  orders.find((order) => order.status !== 'New' && order.serialNumber.toLowerCase() === serialNumber.toLowerCase());

/** The serial number of the order a message is about, with suggestions while typing; empty for none. */
export function OrderChoice({ shop }: { shop: string | null }) {
  const serialText = useSettled(
    useWatch<{ serialNumber: string }, 'serialNumber'>({ name: 'serialNumber' }).trim(),
    SETTLE_MS,
  );
  const { data } = useApi('GET /api/orders', serialText === '' ? null : ordersLike(serialText, shop));
  const suggestions = useMemo(
    () =>
      (serialText === '' ? [] : (data?.items ?? []))
        .filter(({ status }) => status !== 'New')
        .map(({ _id, serialNumber, status }) => ({ value: _id, label: serialNumber, detail: status })),
    [serialText, data],
  );
  return (
    <Field
      name="serialNumber"
      label="About order"
      hint="Serial number. Leave blank if the message is not about an order."
    >
      {(control) => <SuggestedFieldText {...control} name="serialNumber" suggestions={suggestions} />}
    </Field>
  );
}
