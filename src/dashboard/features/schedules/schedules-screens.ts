import type { Screen } from '../../screens.js';

export const scheduleScreens: readonly Screen[] = [];
