import { useEffect } from 'react';
import type { ListState } from '../../../lib/list/use-list-state.js';

/**
 * Goes to the last page if a list has become shorter than the page it shows. Returns whether the page is empty because
 * the rows are on other pages.
 */
export function useLastPage(
  answer: { readonly items: readonly unknown[]; readonly total: number } | undefined,
  { page, size, set }: ListState,
): boolean {
  const total = answer?.total ?? 0;
  const isPastEnd = total > 0 && answer?.items.length === 0;
  const last = Math.ceil(total / size);
  useEffect(() => {
    if (isPastEnd && page > last) set({ page: last });
  }, [isPastEnd, page, last, set]);
  return isPastEnd;
}
