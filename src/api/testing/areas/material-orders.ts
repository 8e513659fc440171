import type { Examples, References } from '../kinds.js';

export const materialOrdersReferences: References = {};

export const materialOrdersExamples: Examples = {};
