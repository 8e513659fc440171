import type { Examples, References } from '../kinds.js';

export const laborReferences: References = {};

export const laborExamples: Examples = {};
