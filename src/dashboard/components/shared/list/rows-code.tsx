import { lazy, type ReactNode } from 'react';

const loadTable = () => import('./list-table.js');
const loadPhone = () => import('./list-phone.js');

/** Passes on a component once its code has loaded. */
const handOn =
  <C,>(component: C) =>
  ({ children }: { children: (loaded: C) => ReactNode }) =>
    children(component);

/** The code of the rows: a window loads only what it has room for. */
export const TableCode = lazy(() => loadTable().then(({ ListTable }) => ({ default: handOn(ListTable) })));
export const PhoneCode = lazy(() => loadPhone().then(({ ListPhone }) => ({ default: handOn(ListPhone) })));

/** Loads the code of the rows ahead; a failure appears when they are shown. */
export function prefetchRows(isNarrow: boolean): void {
  (isNarrow ? loadPhone : loadTable)().catch(() => undefined);
}
