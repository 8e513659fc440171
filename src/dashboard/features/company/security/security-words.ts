import type { Output } from '../../../lib/server/api.js';

export type Factors = Output<'GET /api/factors'>;
