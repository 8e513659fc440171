import type { Plugin } from 'vite';

const ID = '\0lean-table';

/**
 * The table's code for features we do not use: its own pages, filters, editors and tooltips, and moving or ticking of
 * columns and rows.
 */
const unused: ReadonlyMap<string, string> = new Map([
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

/** Removes the parts of PrimeReact's table that our lists replace or never show, which saves about 45 kB. */
export function leanTable(): Plugin {
  return {
    name: 'lean-table',
    enforce: 'pre',
    resolveId: (source, importer) =>
      unused.has(source) && importer?.includes('/primereact/datatable/') ? ID : undefined,
    load: (id) =>
      id === ID
        ? `const Nothing = () => null;\nexport { ${[...unused.values()].map((name) => `Nothing as ${name}`).join(', ')} };`
        : undefined,
  };
}
