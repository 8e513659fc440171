import { getJob, listJobs } from '../../../domain/operations/jobs/service.js';
import { route } from '../../route.js';

export const jobRoutes = [route('GET /api/jobs', listJobs), route('GET /api/jobs/:id', getJob)] as const;
