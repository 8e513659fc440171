import type { Route } from '../route.js';

export const savedViewsRoutes = [] as const satisfies readonly Route[];
