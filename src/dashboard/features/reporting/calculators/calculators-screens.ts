import type { Screen } from '../../../lib/screens.js';

export const screens: readonly Screen[] = [
  {
    path: '/company/projection/price/sheds',
    side: 'company',
    permission: 'calculators.company',
    menu: { entry: 'Price Calculator' },
    load: () => import('./company-calculator-page.js').then((m) => m.CompanyCalculatorPage),
  },
  {
    path: '/shop/projection/price/sheds',
    side: 'shop',
    permission: 'calculators.shop',
    menu: { entry: 'Price Calculator' },
    load: () => import('./shop-calculator-page.js').then((m) => m.ShopCalculatorPage),
  },
];
