import type { Examples, References } from '../kinds.js';

export const shopsReferences: References = {};

export const shopsExamples: Examples = {};
