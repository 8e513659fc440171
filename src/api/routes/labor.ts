import type { Route } from '../route.js';

export const laborRoutes = [] as const satisfies readonly Route[];
