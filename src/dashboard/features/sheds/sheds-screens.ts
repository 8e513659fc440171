import type { Screen } from '../../screens.js';

export const shedsScreens: readonly Screen[] = [];
