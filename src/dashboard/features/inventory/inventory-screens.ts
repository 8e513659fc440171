import type { Screen } from '../../screens.js';

export const inventoryScreens: readonly Screen[] = [];
