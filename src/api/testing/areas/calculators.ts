import type { Examples, References } from '../kinds.js';

export const calculatorsReferences: References = {};

export const calculatorsExamples: Examples = {};
