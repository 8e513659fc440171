import type { Route } from '../route.js';

export const vendorsRoutes = [] as const satisfies readonly Route[];
