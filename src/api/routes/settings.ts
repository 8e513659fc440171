import type { Route } from '../route.js';

export const settingsRoutes = [] as const satisfies readonly Route[];
