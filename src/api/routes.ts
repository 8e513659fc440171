import type { RouteList, RoutesOf } from './route.js';
import * as all from './routes/all.js';

/** All calls of the API, in the lists of their slices. */
export const routeLists = Object.values(all) satisfies readonly RouteList[];

/** All calls of the API. Routes, OpenAPI document, dashboard types and safety-net tests are derived from this list. */
export const routes = routeLists.flatMap((list): readonly ListedRoute[] => list.routes);
type ListedRoute = (typeof routeLists)[number]['routes'][number];

export type Routes = RoutesOf<typeof routes>;
