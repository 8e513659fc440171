import { isShopRole } from '../../../domain/kernel/rights/roles.js';
import { can, type Permission } from '../../../domain/kernel/rights/permissions.js';
import type { Me } from '../../lib/server/session.js';
import { chooseTheme, themeNames } from '../../lib/theme.js';
import { screenFor } from '../../screens.js';
import type { Hit } from './palette-hits.js';
import { useSignOut } from '../use-sign-out.js';
import { toKeys } from '../../../domain/kernel/objects.js';

/** Actions that start on a screen, by name: the address and the permission. */
const startPaths: Readonly<Record<'company' | 'shop', Readonly<Record<string, readonly [string, Permission]>>>> = {
  company: {
    'Approve invoices': ['/company/approvals', 'invoices.decide'],
    'Upload orders': ['/company/orders/add', 'orders.import'],
    'Push orders to shops': ['/company/orders/add', 'orders.push'],
    'Add missing orders': ['/company/orders/add/missing', 'orders.import'],
    'New payment': ['/company/invoices/approved', 'payments.write'],
    'New repair invoice': ['/company/repair/invoices/new', 'repairs.write'],
    'New driver invoice': ['/company/driver/invoices/new', 'repairs.write'],
    'New message': ['/company/messages', 'comments.write'],
    'New announcement': ['/company/announcements/shop', 'announcements.write'],
    'Import a spreadsheet': ['/company/import/new', 'imports.apply'],
  },
  shop: {
    'New invoice': ['/shop/orders/finished', 'invoices.create'],
    'New repair invoice': ['/shop/repair/invoices/new', 'repairs.write'],
    'New driver invoice': ['/shop/driver/invoices/new', 'repairs.write'],
    'New message': ['/shop/messages', 'comments.write'],
    'Import a spreadsheet': ['/shop/import/new', 'imports.apply'],
  },
};

/** The actions a user can start from anywhere; none for view-only users. */
export function usePaletteActions(me: Me): Hit[] {
  const signOut = useSignOut();
  const side = isShopRole(me.role) ? 'shop' : 'company';
  const action = (label: string, go: Hit['go']): Hit => ({
    key: `do-${label.replace(/\W/g, '-')}`,
    label,
    group: 'Actions',
    note: '',
    go,
  });
  const isOpen = (path: string) => {
    const screen = screenFor(path, me);
    return screen !== null && screen !== 'denied';
  };
  return [
    ...Object.entries(startPaths[side])
      .filter(([, [path, permission]]) => !me.viewOnly && isOpen(path) && can(me, permission))
      .map(([label, [path]]) => action(label, path)),
    ...toKeys(themeNames).map((theme) => action(themeNames[theme], () => chooseTheme(theme))),
    action('Sign out', () => void signOut()),
  ];
}
