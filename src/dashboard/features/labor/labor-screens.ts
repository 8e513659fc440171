import type { Screen } from '../../screens.js';

export const laborScreens: readonly Screen[] = [];
