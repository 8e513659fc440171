import type { Examples, References } from '../kinds.js';

export const itemsReferences: References = {};

export const itemsExamples: Examples = {};
