import type { Examples, References } from '../kinds.js';

export const metalOrdersReferences: References = {};

export const metalOrdersExamples: Examples = {};
