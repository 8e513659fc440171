import type { Screen } from '../../../lib/screens.js';

const list = () => import('./key-list-page.js').then((m) => m.KeyListPage);
const form = () => import('./key-form-page.js').then((m) => m.KeyFormPage);
const ofSide = { permission: 'keys.manage', under: 'API Keys', load: form } as const;

/** The screens for API keys: all keys for the office, its own keys for a shop. */
export const screens: readonly Screen[] = [
  {
    path: '/company/keys',
    side: 'company',
    permission: 'keys.manage',
    menu: { entry: 'API Keys' },
    load: list,
  },
  { path: '/company/key/form', side: 'company', ...ofSide },
  { path: '/shop/keys', side: 'shop', permission: 'keys.manage', menu: { entry: 'API Keys' }, load: list },
  { path: '/shop/key/form', side: 'shop', ...ofSide },
];
