import type { ReactNode } from 'react';
import { loadLazily } from '../../ui/load-lazily.js';

/** Passes on a component once its code has loaded. */
const handOn =
  <C,>(component: C) =>
  ({ children }: { children: (loaded: C) => ReactNode }) =>
    children(component);

/** The code of the rows: a window loads only what it has room for. */
export const TableCode = loadLazily(() => import('./list-table.js').then((m) => handOn(m.ListTable)));
export const PhoneCode = loadLazily(() => import('./list-phone.js').then((m) => handOn(m.ListPhone)));

/** Loads the code of the rows ahead; a failure appears when they are shown. */
export function prefetchRows(isNarrow: boolean): void {
  (isNarrow ? PhoneCode : TableCode).prefetch();
}
