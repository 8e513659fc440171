import path from 'node:path';
import type { Plugin } from 'vite';

const ID = '\0lean-table';

/**
 * The table's code for features we do not use: its own pages, filters, editors and tooltips, and moving or ticking of
 * columns and rows.
 */
const unusedParts: ReadonlyMap<string, string> = new Map([
  ['primereact/paginator', 'Paginator'],
  ['primereact/dropdown', 'Dropdown'],
  ['primereact/button', 'Button'],
  ['primereact/inputtext', 'InputText'],
  ['primereact/tooltip', 'Tooltip'],
  ['primereact/csstransition', 'CSSTransition'],
  ['primereact/portal', 'Portal'],
  ['primereact/ripple', 'Ripple'],
  ['primereact/icons/arrowdown', 'ArrowDownIcon'],
  ['primereact/icons/arrowup', 'ArrowUpIcon'],
  ['primereact/icons/bars', 'BarsIcon'],
  ['primereact/icons/check', 'CheckIcon'],
  ['primereact/icons/filter', 'FilterIcon'],
  ['primereact/icons/filterslash', 'FilterSlashIcon'],
  ['primereact/icons/pencil', 'PencilIcon'],
  ['primereact/icons/plus', 'PlusIcon'],
  ['primereact/icons/times', 'TimesIcon'],
  ['primereact/icons/trash', 'TrashIcon'],
]);

/** Components inside the table's own file for the same features. */
const unusedInside = ['Checkbox', 'RowCheckbox', 'RadioButton', 'RowRadioButton', 'ColumnFilter'];

/** Replaces each of these components with nothing. The build fails if the library's table has changed. */
function withoutUnused(code: string): string {
  return unusedInside.reduce((rest, name) => {
    const from = rest.indexOf(`\nvar ${name} = /*#__PURE__*/`);
    const last = `\n${name}.displayName = '${name}';`;
    const to = rest.indexOf(last, from);
    if (from < 0 || to < 0) throw new Error(`PrimeReact's table does not define ${name}.`);
    return `${rest.slice(0, from)}\nvar ${name} = () => null;${rest.slice(to + last.length)}`;
  }, code);
}

/** The same for the code that filters rows in the browser; our server filters them. */
function withoutFilters(code: string): string {
  const from = code.indexOf('\nvar FilterService = {');
  const to = code.indexOf('\nfunction _typeof(', from);
  if (from < 0 || to < 0) throw new Error('PrimeReact has no FilterService where it was.');
  return `${code.slice(0, from)}\nvar FilterService = {};${code.slice(to)}`;
}

const LATE = '\0late-scroller';

/** One of our components, as this code imports it. */
const toModule = (name: string): string =>
  JSON.stringify(path.resolve(import.meta.dirname, `../components/ui/${name}.tsx`));

/** Renders only the visible rows of a long list. Short lists do not need it, so its code loads on first use. */
const lateScroller = `
import { createElement, forwardRef, Fragment } from 'react';
import { Skeleton } from ${toModule('empty-state')};
import { loadLazily } from ${toModule('load-lazily')};
const Scroller = loadLazily(() => import('primereact/virtualscroller').then((m) => m.VirtualScroller));
const Whole = ({ items, columns, children, contentTemplate }) =>
  createElement(Fragment, null, children, contentTemplate({ items, rows: items, columns }));
export const VirtualScroller = forwardRef((props, ref) =>
  props.disabled
    ? createElement(Whole, props)
    : createElement(Scroller, { ...props, ref, meanwhile: createElement(Skeleton, { lines: 10, label: 'Loading rows' }) }),
);`;

/**
 * Removes the parts of PrimeReact's table that our lists replace or never show, and loads later what few of them need,
 * which saves about 55 kB.
 */
export function leanTable(): Plugin {
  return {
    name: 'lean-table',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer?.includes('/primereact/datatable/')) return undefined;
      return source === 'primereact/virtualscroller' ? LATE : unusedParts.has(source) ? ID : undefined;
    },
    transform(code, id) {
      if (id.endsWith('/primereact/datatable/datatable.esm.js')) return withoutUnused(code);
      return id.endsWith('/primereact/api/api.esm.js') ? withoutFilters(code) : undefined;
    },
    load(id) {
      if (id === LATE) return lateScroller;
      return id === ID
        ? `const Nothing = () => null;\nexport { ${[...unusedParts.values()].map((name) => `Nothing as ${name}`).join(', ')} };`
        : undefined;
    },
  };
}
