import type { Screen } from '../../screens.js';

export const metalOrderScreens: readonly Screen[] = [];
