import type { Examples, References } from '../kinds.js';

export const vendorsReferences: References = {};

export const vendorsExamples: Examples = {};
