import { useMemo } from 'react';
import { unitPrice } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { SelectOption } from '../../ui/form/fields.js';

/** An item to choose, with its unit and the cost of one. */
export type ItemChoice = Output<'GET /api/item/names'>['items'][number];

const none: readonly ItemChoice[] = [];

/**
 * All items, by ID and as options with category and cost: a shop's, or by default those of the user's side. Only users who
 * may see prices see the cost.
 */
export function useItemOptions(shop?: string) {
  const { data } = useApi('GET /api/item/names', shop ? { shop } : {});
  const { isAllowed } = useCan('prices.view');
  const items = data?.items ?? none;
  return useMemo(
    () => ({
      items: new Map(items.map((item) => [item._id, item])),
      options: items.map(({ _id, name, category, total }): SelectOption => {
        const figure = isAllowed ? unitPrice(total) : undefined;
        return { value: _id, label: name, detail: category, figure };
      }),
    }),
    [items, isAllowed],
  );
}
