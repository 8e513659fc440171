import type { Examples, References } from '../kinds.js';

export const schedulesReferences: References = {};

export const schedulesExamples: Examples = {};
