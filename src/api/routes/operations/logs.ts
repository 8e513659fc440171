import { deleteLog, deleteLogs, listLogs } from '../../../domain/operations/logs/service.js';
import { route } from '../../route.js';

export const logsRoutes = [
  route('GET /api/log', listLogs),
  route('DELETE /api/log', deleteLogs),
  route('DELETE /api/log/:id', deleteLog),
] as const;
