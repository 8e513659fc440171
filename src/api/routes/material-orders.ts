import type { Route } from '../route.js';

export const materialOrdersRoutes = [] as const satisfies readonly Route[];
