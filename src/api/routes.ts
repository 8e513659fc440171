import type { Route, RoutesOf } from './route.js';
import { accessRoutes } from './routes/access.js';
import { alertRoutes } from './routes/alerts.js';
import { companyRoutes } from './routes/company.js';
import { importRoutes } from './routes/imports.js';
import { invoiceRoutes } from './routes/invoices.js';
import { jobRoutes } from './routes/jobs.js';
import { orderRoutes } from './routes/orders.js';
import { outboxRoutes } from './routes/outbox.js';
import { paymentRoutes } from './routes/payments.js';
import { systemRoutes } from './routes/system.js';

/** Every call of the API. Routes, OpenAPI, the dashboard's types and the test nets are made from this list. */
export const routes = [
  ...accessRoutes,
  ...companyRoutes,
  ...orderRoutes,
  ...importRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...alertRoutes,
  ...outboxRoutes,
  ...jobRoutes,
  ...systemRoutes,
] as const satisfies readonly Route[];

export type Routes = RoutesOf<typeof routes>;
