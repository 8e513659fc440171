import type { Screen } from '../../screens.js';

export const calculatorScreens: readonly Screen[] = [];
