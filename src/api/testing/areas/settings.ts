import type { Examples, References } from '../kinds.js';

export const settingsReferences: References = {};

export const settingsExamples: Examples = {};
