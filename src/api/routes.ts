import type { Route, RoutesOf } from './route.js';
import * as all from './routes/all.js';

/** All calls of the API, by the area that exports them. */
export const lists = all satisfies Readonly<Record<string, readonly Route[]>>;
type Listed = (typeof lists)[keyof typeof lists][number];

/** All calls of the API. Routes, OpenAPI document, dashboard types and safety-net tests are derived from this list. */
export const routes: readonly Listed[] = Object.values<readonly Listed[]>(lists).flat();

export type Routes = RoutesOf<typeof routes>;
