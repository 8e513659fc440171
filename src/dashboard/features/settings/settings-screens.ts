import type { Screen } from '../../screens.js';

export const settingsScreens: readonly Screen[] = [];
