import type { Route } from '../route.js';

export const inventoryRoutes = [] as const satisfies readonly Route[];
