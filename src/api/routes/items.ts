import type { Route } from '../route.js';

export const itemsRoutes = [] as const satisfies readonly Route[];
