import type { Screen } from '../../screens.js';

export const reportScreens: readonly Screen[] = [];
