import {
  addSample,
  getSampleOrders,
  removeSample,
  showFirstRun,
} from '../../../domain/operations/first-run/service.js';
import { route } from '../../route.js';

export const firstRunRoutes = [
  route('GET /api/firstrun', showFirstRun),
  route('GET /api/firstrun/orders', getSampleOrders),
  route('POST /api/firstrun/sample', addSample),
  route('DELETE /api/firstrun/sample', removeSample),
] as const;
