import type { Screen } from '../../../lib/screens.js';

/** The screens for announcements: the company's and the shops', for office and shops. */
export const screens: readonly Screen[] = [
  {
    path: '/company/announcements/shop',
    side: 'company',
    permission: 'announcements.read',
    menu: { entry: 'Announcements', tab: 'For shops' },
    load: () => import('./board-pages.js').then((m) => m.ShopAnnouncementsPage),
  },
  {
    path: '/company/announcements/company',
    side: 'company',
    permission: 'announcements.read',
    menu: { entry: 'Announcements', tab: 'For the company' },
    load: () => import('./board-pages.js').then((m) => m.CompanyAnnouncementsPage),
  },
  {
    path: '/shop/announcements',
    side: 'shop',
    permission: 'announcements.read',
    menu: { entry: 'Announcements' },
    load: () => import('./board-pages.js').then((m) => m.OwnAnnouncementsPage),
  },
];
