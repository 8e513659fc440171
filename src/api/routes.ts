import type { Route, RoutesOf } from './route.js';
import { accessRoutes } from './routes/access.js';
import { companyRoutes } from './routes/company.js';
import { orderRoutes } from './routes/orders.js';
import { systemRoutes } from './routes/system.js';

/** Every call of the API. Routes, OpenAPI, the dashboard's types and the test nets are made from this list. */
export const routes = [...accessRoutes, ...companyRoutes, ...orderRoutes, ...systemRoutes] as const satisfies readonly Route[];

export type Routes = RoutesOf<typeof routes>;
