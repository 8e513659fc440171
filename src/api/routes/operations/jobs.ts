import { getJob, listJobs } from '../../../domain/operations/jobs/service.js';
import { describeRoutes, route } from '../../route.js';

export const jobRoutes = describeRoutes('jobs', 'Background jobs and their progress.', [
  route('GET /api/jobs', listJobs),
  route('GET /api/jobs/:id', getJob),
]);
