import { listRuns, runNow, sendRunAgain } from '../../../domain/reporting/schedules/runs.js';
import {
  createSchedule,
  updateSchedule,
  deleteSchedule,
  explainWhen,
  listSchedules,
  getSchedule,
} from '../../../domain/reporting/schedules/service.js';
import { route } from '../../route.js';

export const schedulesRoutes = [
  route('GET /api/schedule', listSchedules),
  route('GET /api/schedule/when', explainWhen),
  route('GET /api/schedule/:id', getSchedule),
  route('GET /api/schedule/:id/runs', listRuns),
  route('POST /api/schedule', createSchedule, { status: 201 }),
  route('POST /api/schedule/:id/run', runNow, { status: 201 }),
  route('POST /api/schedule/run/:id/again', sendRunAgain, { status: 201 }),
  route('PUT /api/schedule/update/:id', updateSchedule),
  route('DELETE /api/schedule/delete/:id', deleteSchedule),
] as const;
