import type { Screen } from '../../lib/screens.js';
import { type ListedStatus, slugs } from '../../components/shared/orders/order-status.js';
import type { Side } from '../../lib/use-side.js';

/** Statuses hidden from Builders: the work is done. */
const afterWork: ReadonlySet<ListedStatus> = new Set(['Invoiced', 'Canceled']);

/** Each import needs its own function: with two in one expression, the bundle would load the styles of only one. */
const lists: Readonly<Record<Side, (status: ListedStatus) => ReturnType<Screen['load']>>> = {
  company: (status) => import('./list/company-orders-page.js').then((m) => m.companyOrders(status)),
  shop: (status) => import('./list/shop-orders-page.js').then((m) => m.shopOrders(status)),
};

const getList = (side: Side, status: ListedStatus): Screen => ({
  path: `/${side}/orders/${slugs[status]}`,
  side,
  permission: 'orders.read',
  menu: { entry: 'Orders', tab: status },
  ...(afterWork.has(status) ? { not: ['Builder'] } : {}),
  load: () => lists[side](status),
});

/** In the order of the work, with On Hold before Finished. */
const statuses = [
  'InQueue',
  'Building',
  'On Hold',
  'Finished',
  'Invoiced',
  'Canceled',
] as const satisfies readonly ListedStatus[];

/** The screens for orders: uploaded orders, those of each status, the board, and one order. */
export const screens: readonly Screen[] = [
  {
    path: '/company/orders/add',
    side: 'company',
    permission: 'orders.import',
    menu: { entry: 'Orders', tab: 'New' },
    load: () => import('./add/new-orders-page.js').then((m) => m.NewOrdersPage),
  },
  {
    path: '/company/orders/proposals',
    side: 'company',
    permission: 'orders.import',
    menu: { entry: 'Orders', tab: 'Proposals' },
    load: () => import('./proposals/proposals-page.js').then((m) => m.ProposalsPage),
  },
  ...statuses.map((status) => getList('company', status)),
  ...statuses.map((status) => getList('shop', status)),
  {
    path: '/company/orders/add/missing',
    side: 'company',
    permission: 'orders.import',
    under: 'Orders',
    load: () => import('./add/missing-orders-page.js').then((m) => m.MissingOrdersPage),
  },
  {
    path: '/company/orders/remembered',
    side: 'company',
    permission: 'orders.import',
    under: 'Orders',
    load: () => import('./add/remembered-choices-page.js').then((m) => m.RememberedChoicesPage),
  },
  {
    path: '/company/orders/duplicates',
    side: 'company',
    permission: 'orders.duplicates',
    menu: { entry: 'Duplicates' },
    load: () => import('./list/duplicates-page.js').then((m) => m.DuplicatesPage),
  },
  {
    path: '/company/orders/board',
    side: 'company',
    permission: 'orders.read',
    menu: { entry: 'Board' },
    load: () => import('./board/board-page.js').then((m) => m.CompanyBoard),
  },
  {
    path: '/shop/orders/board',
    side: 'shop',
    permission: 'orders.read',
    menu: { entry: 'Board' },
    load: () => import('./board/board-page.js').then((m) => m.ShopBoard),
  },
  ...(['company', 'shop'] as const).map((side): Screen => ({
    path: `/${side}/order/form`,
    side,
    permission: 'orders.read',
    under: 'Orders',
    load: () => import('./form/order-form-page.js').then((m) => m.OrderFormPage),
  })),
];
