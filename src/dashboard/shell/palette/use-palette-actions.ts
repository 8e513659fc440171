import { isShopRole } from '../../../domain/kernel/rights/roles.js';
import type { Me } from '../../lib/server/session.js';
import { chooseTheme, themeNames } from '../../lib/theme.js';
import { screenFor } from '../../screens.js';
import type { Hit } from './palette-hits.js';
import { useSignOut } from '../use-sign-out.js';
import { toKeys } from '../../../domain/kernel/objects.js';

/** Actions that start on a screen, by their usual names. */
const begun = {
  company: {
    'Approve invoices': '/company/approvals',
    'New payment': '/company/invoices/approved',
    'Upload orders': '/company/orders/add',
    'Add missing orders': '/company/orders/add/missing',
    'New repair invoice': '/company/repair/invoices/new',
    'New driver invoice': '/company/driver/invoices/new',
    'Import a spreadsheet': '/company/import/new',
  },
  shop: {
    'New invoice': '/shop/orders/finished',
    'New repair invoice': '/shop/repair/invoices/new',
    'New driver invoice': '/shop/driver/invoices/new',
    'Import a spreadsheet': '/shop/import/new',
  },
} as const;

/** The actions a user can start from anywhere; none for view-only users. */
export function usePaletteActions(me: Me): Hit[] {
  const signOut = useSignOut();
  const side = isShopRole(me.role) ? 'shop' : 'company';
  const action = (label: string, go: Hit['go']): Hit => ({
    key: `do-${label.replace(/\W/g, '-')}`,
    label,
    note: 'Action',
    go,
  });
  const isOpen = (path: string) => {
    const screen = screenFor(path, me);
    return screen !== null && screen !== 'denied';
  };
  return [
    ...Object.entries(begun[side])
      .filter(([, path]) => !me.viewOnly && isOpen(path))
      .map(([label, path]) => action(label, path)),
    ...toKeys(themeNames).map((theme) => action(themeNames[theme], () => chooseTheme(theme))),
    action('Sign out', () => void signOut()),
  ];
}
