import type { Route } from '../route.js';

export const calculatorsRoutes = [] as const satisfies readonly Route[];
