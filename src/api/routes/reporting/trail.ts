import { runTrailReport } from '../../../domain/reporting/trail/report.js';
import { listTrail, listTrailChoices } from '../../../domain/reporting/trail/service.js';
import { describeRoutes, route } from '../../route.js';

export const trailRoutes = describeRoutes(
  'trail',
  'Every change of every record: who, when, from where, old and new.',
  [
    route('GET /api/trail', listTrail, { costly: true }),
    route('GET /api/trail/choices', listTrailChoices),
    route('POST /api/trail/report', runTrailReport, { costly: true }),
  ],
);
