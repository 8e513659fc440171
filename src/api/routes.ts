import type { Route, RoutesOf } from './route.js';
import * as all from './routes/all.js';

const lists = all satisfies Readonly<Record<string, readonly Route[]>>;
type Listed = (typeof lists)[keyof typeof lists][number];

/** Every call of the API. Routes, OpenAPI, the dashboard's types and the test nets are made from this list. */
export const routes: readonly Listed[] = Object.values<readonly Listed[]>(lists).flat();

export type Routes = RoutesOf<typeof routes>;
