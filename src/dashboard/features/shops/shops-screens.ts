import type { Screen } from '../../screens.js';

export const shopsScreens: readonly Screen[] = [];
