import type { Screen } from '../../screens.js';

export const addonsScreens: readonly Screen[] = [];
