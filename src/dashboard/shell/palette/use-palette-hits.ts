import { useMemo } from 'react';
import { type MenuEntry, getScreens } from '../menu.js';
import { type Me, useCan } from '../../lib/server/session.js';
import { useSettled } from '../../lib/use-settled.js';
import { hasWords, isSearchable, ranked, readWanted, recordHits, screenHits } from './palette-hits.js';
import { useFoundRecords } from './use-found-records.js';
import { usePaletteActions } from './use-palette-actions.js';

const SETTLE_MS = 150;

/** The results for a text: screens and actions immediately, records after a pause in typing. */
export function usePaletteHits(typed: string, me: Me, menu: readonly MenuEntry[]) {
  const settled = useSettled(typed, SETTLE_MS);
  const actions = usePaletteActions(me);
  const screens = useMemo(() => getScreens(menu), [menu]);
  const asked = readWanted(settled);
  const may = {
    orders: useCan('orders.read').allowed,
    invoices: useCan('invoices.read').allowed,
    repairs: useCan('repairs.read').allowed,
    payments: useCan('payments.read').allowed,
    shops: useCan('shops.list').allowed,
  };
  const { found, isRefreshing, failed } = useFoundRecords(isSearchable(asked) ? asked : null, may, me);
  const wanted = readWanted(typed);
  const isAsked = isSearchable(wanted);
  const hits = [
    ...screenHits(screens, typed),
    ...actions.filter(({ label }) => hasWords(label, typed)),
    ...(isAsked ? found.flatMap((kind) => recordHits(kind, wanted)) : []),
  ];
  return { hits: ranked(hits, wanted), searching: isAsked && (typed !== settled || isRefreshing), failed };
}
