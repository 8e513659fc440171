import { deleteLog, deleteLogs, listLogs } from '../../../domain/operations/logs/service.js';
import { describeRoutes, route } from '../../route.js';

export const logsRoutes = describeRoutes('log', 'Unexpected errors and rejected changes.', [
  route('GET /api/log', listLogs),
  route('DELETE /api/log', deleteLogs),
  route('DELETE /api/log/:id', deleteLog),
]);
