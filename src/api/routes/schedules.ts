import type { Route } from '../route.js';

export const schedulesRoutes = [] as const satisfies readonly Route[];
