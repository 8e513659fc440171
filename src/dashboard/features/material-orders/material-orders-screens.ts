import type { Screen } from '../../screens.js';

export const materialOrderScreens: readonly Screen[] = [];
