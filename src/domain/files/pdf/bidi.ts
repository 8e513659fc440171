import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';

/** The Unicode Bidirectional Algorithm. The package's types declare a default export that does not exist. */
export const bidi: Bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)();
