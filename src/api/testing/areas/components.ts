import type { Examples, References } from '../kinds.js';

export const componentsReferences: References = {};

export const componentsExamples: Examples = {};
