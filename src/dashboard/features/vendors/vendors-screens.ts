import type { Screen } from '../../screens.js';

export const vendorScreens: readonly Screen[] = [];
