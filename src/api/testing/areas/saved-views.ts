import type { Examples, References } from '../kinds.js';

export const savedViewsReferences: References = {};

export const savedViewsExamples: Examples = {};
