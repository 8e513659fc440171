import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';

/** The Unicode algorithm for texts of both directions. The package's types call its export a default one, which it is not. */
export const bidi: Bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)();
