import type { Route } from '../route.js';

export const metalOrdersRoutes = [] as const satisfies readonly Route[];
