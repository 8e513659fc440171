import type { Examples, References } from '../kinds.js';

export const shedsReferences: References = {};

export const shedsExamples: Examples = {};
