import type { Screen } from '../../screens.js';

export const topOrderScreens: readonly Screen[] = [];
