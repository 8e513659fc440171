import type { Screen } from '../../screens.js';

export const itemsScreens: readonly Screen[] = [];
