import type { Screen } from '../../lib/screens.js';
import { type ListedStatus, slugs } from '../../components/shared/orders/order-status.js';
import type { Side } from '../../lib/use-side.js';

/** What a Builder does not see: the work is done. */
const afterWork: ReadonlySet<ListedStatus> = new Set(['Invoiced', 'Canceled']);

/** Each import a function of its own: of two in one expression the bundle would load the styles of one only. */
const lists: Readonly<Record<Side, (status: ListedStatus) => ReturnType<Screen['load']>>> = {
  company: (status) => import('./list/company-orders-page.js').then((m) => m.companyOrders(status)),
  shop: (status) => import('./list/shop-orders-page.js').then((m) => m.shopOrders(status)),
};

const listOf = (side: Side, status: ListedStatus): Screen => ({
  path: `/${side}/orders/${slugs[status]}`,
  side,
  permission: 'orders.read',
  ...(afterWork.has(status) ? { not: ['Builder'] } : {}),
  load: () => lists[side](status),
});

const statuses = Object.keys(slugs) as ListedStatus[];

/** The screens about orders in bulk; the form of one order has its own. */
export const orderScreens: readonly Screen[] = [
  ...statuses.map((status) => listOf('company', status)),
  ...statuses.map((status) => listOf('shop', status)),
  {
    path: '/company/orders/add',
    side: 'company',
    permission: 'orders.import',
    load: () => import('./add/new-orders-page.js').then((m) => m.NewOrdersPage),
  },
  {
    path: '/company/orders/add/missing',
    side: 'company',
    permission: 'orders.import',
    load: () => import('./add/missing-orders-page.js').then((m) => m.MissingOrdersPage),
  },
  {
    path: '/company/orders/duplicates',
    side: 'company',
    permission: 'orders.duplicates',
    load: () => import('./list/duplicates-page.js').then((m) => m.DuplicatesPage),
  },
  {
    path: '/company/orders/board',
    side: 'company',
    permission: 'orders.read',
    load: () => import('./board/board-page.js').then((m) => m.CompanyBoard),
  },
  {
    path: '/shop/orders/board',
    side: 'shop',
    permission: 'orders.read',
    load: () => import('./board/board-page.js').then((m) => m.ShopBoard),
  },
];
