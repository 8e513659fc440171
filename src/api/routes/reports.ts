import type { Route } from '../route.js';

export const reportsRoutes = [] as const satisfies readonly Route[];
