import type { Screen } from '../../../lib/screens.js';

const form = () => import('./vendor-form-page.js');

/** The screens for a shop's vendors; `vendors/form` is an alternative address of the form. */
export const screens: readonly Screen[] = [
  {
    path: '/shop/purchase/vendors',
    side: 'shop',
    permission: 'purchasing.read',
    menu: { entry: 'Vendors' },
    load: () => import('./vendor-list-page.js').then((m) => m.VendorListPage),
  },
  {
    path: '/shop/purchase/vendor/form',
    side: 'shop',
    permission: 'purchasing.read',
    under: 'Vendors',
    load: () => form().then((m) => m.VendorFormPage),
  },
  {
    path: '/shop/purchase/vendors/form',
    side: 'shop',
    permission: 'purchasing.read',
    under: 'Vendors',
    load: () => form().then((m) => m.OldVendorFormAddress),
  },
];
