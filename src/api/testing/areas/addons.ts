import type { Examples, References } from '../kinds.js';

export const addonsReferences: References = {};

export const addonsExamples: Examples = {};
