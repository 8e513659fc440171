import { type ComponentType, createElement, lazy, type LazyExoticComponent, type ReactElement } from 'react';
import { can, type Holder } from '../domain/kernel/rights/permissions.js';
import { isShopRole } from '../domain/kernel/rights/roles.js';
import { dealerScreens } from './features/company/dealers/dealer-screens.js';
import { addonsScreens } from './features/catalogue/addons/addons-screens.js';
import { componentsScreens } from './features/catalogue/components/components-screens.js';
import { shedsScreens } from './features/catalogue/sheds/sheds-screens.js';
import { itemsScreens } from './features/catalogue/items/items-screens.js';
import { haulBasesScreens } from './features/catalogue/haul-bases/haul-bases-screens.js';
import { addonLaborScreens } from './features/catalogue/addon-labor/addon-labor-screens.js';
import { shopsScreens } from './features/company/shops/shops-screens.js';
import { settingsScreens } from './features/company/settings/settings-screens.js';
import { shedLaborScreens } from './features/catalogue/shed-labor/shed-labor-screens.js';
import { importScreens } from './features/imports/import-screens.js';
import { invoiceScreens } from './features/billing/invoices/invoice-screens.js';
import { orderScreens } from './features/orders/order-screens.js';
import { repairInvoiceScreens } from './features/billing/repair-invoices/repair-invoices-screens.js';
import { messageScreens } from './features/messaging/messages/messages-screens.js';
import { announcementScreens } from './features/messaging/announcements/announcements-screens.js';
import { adminScreens } from './features/operations/admin/admin-screens.js';
import { approvalScreens } from './features/billing/approvals/approvals-screens.js';
import { vendorScreens } from './features/purchasing/vendors/vendors-screens.js';
import { metalOrderScreens } from './features/purchasing/metal-orders/metal-orders-screens.js';
import { materialOrderScreens } from './features/purchasing/material-orders/material-orders-screens.js';
import { inventoryScreens } from './features/purchasing/inventory/inventory-screens.js';
import { reportScreens } from './features/reporting/reports/reports-screens.js';
import { topOrderScreens } from './features/reporting/reports/top-orders/top-orders-screens.js';
import { calculatorScreens } from './features/reporting/calculators/calculators-screens.js';
import { scheduleScreens } from './features/reporting/schedules/schedules-screens.js';
import { paymentScreens } from './features/billing/payments/payment-screens.js';
import type { Screen } from './lib/screens.js';

/** Every screen, one line each. */
export const screens: readonly Screen[] = [
  ...orderScreens,
  ...(['company', 'shop'] as const).map((side): Screen => ({
    path: `/${side}/order/form`,
    side,
    permission: 'orders.read',
    load: () => import('./features/orders/form/order-form-page.js').then((m) => m.OrderFormPage),
  })),
  ...importScreens,
  ...invoiceScreens,
  ...paymentScreens,
  ...repairInvoiceScreens,
  ...messageScreens,
  ...announcementScreens,
  ...adminScreens,
  ...approvalScreens,
  ...vendorScreens,
  ...metalOrderScreens,
  ...materialOrderScreens,
  ...inventoryScreens,
  ...reportScreens,
  ...topOrderScreens,
  ...calculatorScreens,
  ...scheduleScreens,
  ...dealerScreens,
  ...itemsScreens,
  ...addonsScreens,
  ...componentsScreens,
  ...shedsScreens,
  ...haulBasesScreens,
  ...addonLaborScreens,
  ...shopsScreens,
  ...settingsScreens,
  ...shedLaborScreens,
  {
    path: '/company/home',
    side: 'company',
    permission: 'home.view',
    load: () => import('./features/reporting/home/company-home.js').then((m) => m.CompanyHome),
  },
  {
    path: '/shop/home',
    side: 'shop',
    permission: 'home.view',
    load: () => import('./features/reporting/home/shop-home.js').then((m) => m.ShopHome),
  },
];

const mayOpen = ({ side, permission, not = [] }: Screen, user: Holder): boolean =>
  isShopRole(user.role) === (side === 'shop') && !not.includes(user.role) && can(user, permission);

/** What a user meets at an address: the screen, the refusal, or nothing. */
export function screenFor(path: string, user: Holder): Screen | 'denied' | null {
  const screen = screens.find((one) => one.path === path.replace(/(.)\/+$/, '$1'));
  if (!screen) return null;
  return mayOpen(screen, user) ? screen : 'denied';
}

const components = new Map<string, LazyExoticComponent<ComponentType>>();

/** A screen, loaded when first drawn. */
export const drawn = (screen: Screen): ReactElement => createElement(componentOf(screen), { key: screen.path });

function componentOf(screen: Screen): LazyExoticComponent<ComponentType> {
  const known = components.get(screen.path);
  if (known) return known;
  const load = () =>
    screen.load().catch((error: unknown) => {
      components.delete(screen.path); // another visit loads it again
      throw error;
    });
  const component = lazy(() => load().then((loaded) => ({ default: loaded })));
  components.set(screen.path, component);
  return component;
}

/** Loads a screen's code before it is asked for; a failure shows when it is opened. */
export function prefetch(path: string): void {
  const screen = screens.find((one) => one.path === path);
  screen?.load().catch(() => undefined);
}
