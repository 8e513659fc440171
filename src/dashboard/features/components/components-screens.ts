import type { Screen } from '../../screens.js';

export const componentsScreens: readonly Screen[] = [];
