import {
  createCorrection,
  deleteCorrection,
  getCorrection,
  listCorrections,
} from '../../../domain/billing/corrections/service.js';
import { describeRoutes, route } from '../../route.js';

export const correctionRoutes = describeRoutes(
  'corrections',
  'Corrections to what shops were paid, settled in their next payment.',
  [
    route('POST /api/correction', createCorrection, { status: 201 }),
    route('GET /api/correction', listCorrections),
    route('GET /api/correction/:id', getCorrection),
    route('DELETE /api/correction/delete/:id', deleteCorrection),
  ],
);
