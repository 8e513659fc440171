import { useMemo } from 'react';
import { isShopRole } from '../../../domain/kernel/rights/roles.js';
import type { Me } from '../../lib/server/session.js';
import { useApi } from '../../lib/server/use-api.js';
import { useSettled } from '../../lib/use-settled.js';
import { getScreens, type MenuGroup } from '../menu/menu.js';
import { useRecents } from '../page/recents.js';
import { groupHits, hasWords, isSearchable, pageHits, readWanted, recordHits } from './palette-hits.js';
import { usePaletteActions } from './use-palette-actions.js';

const SETTLE_MS = 100;

/**
 * The results for a text, by group: pages and actions immediately, records after a pause in typing. `keep` adds a page to
 * the recent ones.
 */
export function usePaletteHits(typedText: string, me: Me, menu: readonly MenuGroup[]) {
  const settledQuery = readWanted(useSettled(typedText, SETTLE_MS));
  const actions = usePaletteActions(me);
  const { recents, keep } = useRecents(me);
  const pages = useMemo(() => {
    const isReport = ({ name }: MenuGroup) => name === 'Insights';
    return {
      screens: getScreens(menu.filter((group) => !isReport(group))),
      reports: getScreens(menu.filter(isReport)),
    };
  }, [menu]);
  const search = useApi(
    'GET /api/search',
    isSearchable(settledQuery) ? { text: settledQuery.text.slice(0, MOST_LETTERS) } : null,
  );
  const query = readWanted(typedText);
  const isSearched = isSearchable(query);
  const hits = [
    ...pageHits('Recent', recents, typedText),
    ...actions.filter(({ label }) => hasWords(label, typedText)),
    ...pageHits('Screens', pages.screens, typedText),
    ...pageHits('Reports', pages.reports, typedText),
    ...(isSearched && search.data ? recordHits(isShopRole(me.role) ? 'shop' : 'company', search.data, query) : []),
  ];
  return {
    keep,
    groups: groupHits(hits, query),
    searching: isSearched && (query.text !== settledQuery.text || search.isRefreshing),
    failed: isSearched ? (search.error?.msg ?? null) : null,
  };
}

const MOST_LETTERS = 100;
