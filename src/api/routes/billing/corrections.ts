import {
  createCorrection,
  deleteCorrection,
  getCorrection,
  listCorrections,
} from '../../../domain/billing/corrections/service.js';
import { describeRoutes, route } from '../../route.js';

export const correctionRoutes = describeRoutes(
  'corrections',
  'Corrections of paid orders, which the next payment settles.',
  [
    route('POST /api/correction', createCorrection, { status: 201 }),
    route('GET /api/correction', listCorrections),
    route('GET /api/correction/:id', getCorrection),
    route('DELETE /api/correction/delete/:id', deleteCorrection),
  ],
);
