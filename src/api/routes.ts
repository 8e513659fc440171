import type { Route, RoutesOf } from './route.js';
import { accessRoutes } from './routes/company/sign-in.js';
import { alertRoutes } from './routes/messaging/notices.js';
import { companyRoutes } from './routes/company/company.js';
import { correctionRoutes } from './routes/billing/corrections.js';
import { dealerRoutes } from './routes/company/dealers.js';
import { importRoutes } from './routes/imports/imports.js';
import { invoiceRoutes } from './routes/billing/invoices.js';
import { itemsRoutes } from './routes/catalogue/items.js';
import { componentsRoutes } from './routes/catalogue/components.js';
import { addonLaborRoutes } from './routes/catalogue/addon-labor.js';
import { baseStylesRoutes } from './routes/catalogue/base-styles.js';
import { haulBasesRoutes } from './routes/catalogue/haul-bases.js';
import { settingsRoutes } from './routes/catalogue/settings.js';
import { shedLaborRoutes } from './routes/catalogue/shed-labor.js';
import { shopsRoutes } from './routes/company/shops.js';
import { usersRoutes } from './routes/company/users.js';
import { addonsRoutes } from './routes/catalogue/addons.js';
import { shedsRoutes } from './routes/catalogue/sheds.js';
import { pricesRoutes } from './routes/catalogue/prices.js';
import { jobRoutes } from './routes/operations/jobs.js';
import { orderRoutes } from './routes/orders/orders.js';
import { outboxRoutes } from './routes/messaging/outbox.js';
import { repairInvoicesRoutes } from './routes/billing/repair-invoices.js';
import { commentsRoutes } from './routes/messaging/messages.js';
import { announcementsRoutes } from './routes/messaging/announcements.js';
import { ticketsRoutes } from './routes/messaging/tickets.js';
import { logsRoutes } from './routes/operations/logs.js';
import { approvalsRoutes } from './routes/billing/approvals.js';
import { paymentRoutes } from './routes/billing/payments.js';
import { vendorsRoutes } from './routes/purchasing/vendors.js';
import { metalOrdersRoutes } from './routes/purchasing/metal-orders.js';
import { materialOrdersRoutes } from './routes/purchasing/material-orders.js';
import { inventoryRoutes } from './routes/purchasing/inventory.js';
import { reportsRoutes } from './routes/reporting/reports.js';
import { calculatorsRoutes } from './routes/reporting/calculators.js';
import { savedViewsRoutes } from './routes/reporting/saved-views.js';
import { schedulesRoutes } from './routes/reporting/schedules.js';
import { systemRoutes } from './routes/operations/system.js';

/** Every call of the API. Routes, OpenAPI, the dashboard's types and the test nets are made from this list. */
export const routes = [
  ...accessRoutes,
  ...companyRoutes,
  ...dealerRoutes,
  ...itemsRoutes,
  ...componentsRoutes,
  ...addonLaborRoutes,
  ...baseStylesRoutes,
  ...shedLaborRoutes,
  ...haulBasesRoutes,
  ...shopsRoutes,
  ...settingsRoutes,
  ...usersRoutes,
  ...addonsRoutes,
  ...shedsRoutes,
  ...pricesRoutes,
  ...orderRoutes,
  ...importRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...correctionRoutes,
  ...repairInvoicesRoutes,
  ...commentsRoutes,
  ...announcementsRoutes,
  ...ticketsRoutes,
  ...logsRoutes,
  ...approvalsRoutes,
  ...alertRoutes,
  ...outboxRoutes,
  ...jobRoutes,
  ...vendorsRoutes,
  ...metalOrdersRoutes,
  ...materialOrdersRoutes,
  ...inventoryRoutes,
  ...reportsRoutes,
  ...calculatorsRoutes,
  ...savedViewsRoutes,
  ...schedulesRoutes,
  ...systemRoutes,
] as const satisfies readonly Route[];

export type Routes = RoutesOf<typeof routes>;
