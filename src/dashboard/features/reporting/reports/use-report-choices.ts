import useSWR from 'swr';
import { type ApiError, call } from '../../../lib/server/api.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { FilterChoice } from './multi-filter.js';

const getChoices = (items: readonly { readonly _id: string; readonly name: string }[] | undefined) =>
  items?.map(({ _id, name }): FilterChoice => ({ value: _id, label: name }));

const MOST = 500;

/** The shops to choose from; sends no request if they cannot be chosen. */
export function useShopChoices(isNeeded: boolean): readonly FilterChoice[] | undefined {
  return getChoices(useApi('GET /api/shop', isNeeded ? {} : null).data?.items);
}

/** The shed categories to choose from; sends no request if they cannot be chosen. */
export function useCategoryChoices(isNeeded: boolean): readonly FilterChoice[] | undefined {
  return getChoices(useApi('GET /api/shed/category', isNeeded ? { size: MOST } : null).data?.items);
}

/** The models of the chosen categories. */
export function useModelChoices(categories: readonly string[]): readonly FilterChoice[] | undefined {
  const key = categories.length === 0 ? null : ['GET /api/shed/model/:id', ...categories];
  const { data } = useSWR<FilterChoice[], ApiError>(
    key,
    async () => {
      const lists = await Promise.all(categories.map((id) => call('GET /api/shed/model/:id', { id, size: MOST })));
      return lists.flatMap(({ items }) => getChoices(items) ?? []);
    },
    { keepPreviousData: true },
  );
  return data;
}
