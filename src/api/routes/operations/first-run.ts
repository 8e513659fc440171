import { addSample, getSampleOrders, removeSample, getFirstRun } from '../../../domain/operations/first-run/service.js';
import { describeRoutes, route } from '../../route.js';

export const firstRunRoutes = describeRoutes('first steps', 'Setting up a new installation.', [
  route('GET /api/firstrun', getFirstRun),
  route('GET /api/firstrun/orders', getSampleOrders),
  route('POST /api/firstrun/sample', addSample),
  route('DELETE /api/firstrun/sample', removeSample),
]);
