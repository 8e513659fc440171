import type { Route } from '../route.js';

export const componentsRoutes = [] as const satisfies readonly Route[];
