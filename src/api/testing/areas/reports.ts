import type { Examples, References } from '../kinds.js';

export const reportsReferences: References = {};

export const reportsExamples: Examples = {};
