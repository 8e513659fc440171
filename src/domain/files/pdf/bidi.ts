import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';

/** The Unicode Bidirectional Algorithm. The package's types declare a default export, but it has none. */
export const bidi: Bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)();
