import type { Route } from '../route.js';

export const shedsRoutes = [] as const satisfies readonly Route[];
