import type { Screen } from '../../../lib/screens.js';

/** The screens for messages: of the office with each shop, and of a shop with the office. */
export const screens: readonly Screen[] = [
  {
    path: '/company/messages',
    side: 'company',
    permission: 'shops.list',
    menu: { entry: 'Messages' },
    load: () => import('./company-messages-page.js').then((m) => m.CompanyMessagesPage),
  },
  {
    path: '/company/messages/shop',
    side: 'company',
    permission: 'comments.read',
    under: 'Messages',
    load: () => import('./board-pages.js').then((m) => m.CompanyBoardPage),
  },
  {
    path: '/shop/messages',
    side: 'shop',
    permission: 'comments.read',
    menu: { entry: 'Messages' },
    load: () => import('./board-pages.js').then((m) => m.ShopBoardPage),
  },
];
