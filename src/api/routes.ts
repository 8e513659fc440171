import type { Route, RoutesOf } from './route.js';
import { accessRoutes } from './routes/access.js';
import { alertRoutes } from './routes/alerts.js';
import { companyRoutes } from './routes/company.js';
import { correctionRoutes } from './routes/corrections.js';
import { dealerRoutes } from './routes/dealers.js';
import { importRoutes } from './routes/imports.js';
import { invoiceRoutes } from './routes/invoices.js';
import { itemsRoutes } from './routes/items.js';
import { componentsRoutes } from './routes/components.js';
import { addonLaborRoutes } from './routes/addon-labor.js';
import { baseStylesRoutes } from './routes/base-styles.js';
import { haulBasesRoutes } from './routes/haul-bases.js';
import { settingsRoutes } from './routes/settings.js';
import { shedLaborRoutes } from './routes/shed-labor.js';
import { shopsRoutes } from './routes/shops.js';
import { usersRoutes } from './routes/users.js';
import { addonsRoutes } from './routes/addons.js';
import { shedsRoutes } from './routes/sheds.js';
import { pricesRoutes } from './routes/prices.js';
import { jobRoutes } from './routes/jobs.js';
import { orderRoutes } from './routes/orders.js';
import { outboxRoutes } from './routes/outbox.js';
import { repairInvoicesRoutes } from './routes/repair-invoices.js';
import { commentsRoutes } from './routes/comments.js';
import { announcementsRoutes } from './routes/announcements.js';
import { ticketsRoutes } from './routes/tickets.js';
import { logsRoutes } from './routes/logs.js';
import { approvalsRoutes } from './routes/approvals.js';
import { paymentRoutes } from './routes/payments.js';
import { vendorsRoutes } from './routes/vendors.js';
import { metalOrdersRoutes } from './routes/metal-orders.js';
import { materialOrdersRoutes } from './routes/material-orders.js';
import { inventoryRoutes } from './routes/inventory.js';
import { reportsRoutes } from './routes/reports.js';
import { calculatorsRoutes } from './routes/calculators.js';
import { savedViewsRoutes } from './routes/saved-views.js';
import { schedulesRoutes } from './routes/schedules.js';
import { systemRoutes } from './routes/system.js';

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
