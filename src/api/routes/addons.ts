import type { Route } from '../route.js';

export const addonsRoutes = [] as const satisfies readonly Route[];
