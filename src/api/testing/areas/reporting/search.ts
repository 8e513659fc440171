import type { References } from '../../kinds.js';

export const references: References = { 'GET /api/search': { text: 'serialNumber' } };
