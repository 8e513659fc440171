import type { Route } from '../route.js';

export const shopsRoutes = [] as const satisfies readonly Route[];
