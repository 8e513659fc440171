import type { Examples, References } from '../kinds.js';

export const inventoryReferences: References = {};

export const inventoryExamples: Examples = {};
