import { listScheduleRuns, runScheduleNow, resendScheduleRun } from '../../../domain/reporting/schedules/runs.js';
import {
  createSchedule,
  updateSchedule,
  deleteSchedule,
  explainSchedule,
  listSchedules,
  getSchedule,
} from '../../../domain/reporting/schedules/service.js';
import { describeRoutes, route } from '../../route.js';

export const schedulesRoutes = describeRoutes('schedules', 'Reports that are sent by email on a schedule.', [
  route('GET /api/schedule', listSchedules),
  route('GET /api/schedule/when', explainSchedule),
  route('GET /api/schedule/:id', getSchedule),
  route('GET /api/schedule/:id/runs', listScheduleRuns),
  route('POST /api/schedule', createSchedule, { status: 201 }),
  route('POST /api/schedule/:id/run', runScheduleNow, { status: 201 }),
  route('POST /api/schedule/run/:id/again', resendScheduleRun, { status: 201 }),
  route('PUT /api/schedule/update/:id', updateSchedule),
  route('DELETE /api/schedule/delete/:id', deleteSchedule),
]);
