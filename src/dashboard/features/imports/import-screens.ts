import type { Screen } from '../../lib/screens.js';

const list = () => import('./import-list-page.js').then((m) => m.ImportListPage);
const view = () => import('./import-page.js').then((m) => m.ImportPage);
const start = () => import('./new-import-page.js').then((m) => m.NewImportPage);
const preview = () => import('./rows/preview-page.js').then((m) => m.PreviewPage);

/** The screens for uploads, past imports and one import, on both sides, and for the sales system's retail prices. */
export const screens: readonly Screen[] = [
  ...(['company', 'shop'] as const).flatMap((side): Screen[] => [
    {
      path: `/${side}/imports`,
      side,
      permission: 'imports.read',
      menu: { entry: 'Imports', tab: 'Files' },
      load: list,
    },
    { path: `/${side}/import/view`, side, permission: 'imports.read', under: 'Imports', load: view },
    { path: `/${side}/import/new`, side, permission: 'imports.apply', under: 'Imports', load: start },
    { path: `/${side}/import/preview`, side, permission: 'imports.read', under: 'Imports', load: preview },
  ]),
  {
    path: '/company/price/change',
    side: 'company',
    permission: 'prices.view',
    menu: { entry: 'Retail Price Change' },
    load: () => import('./price-change-page.js').then((m) => m.PriceChangePage),
  },
];
