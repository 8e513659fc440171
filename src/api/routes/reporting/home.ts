import { getKeyFigures, getOpenWork, listNeeds } from '../../../domain/reporting/home/service.js';
import { describeRoutes, route } from '../../route.js';

export const homeRoutes = describeRoutes('home', "What needs the user's attention.", [
  route('GET /api/home/needs', listNeeds),
  route('GET /api/home/work', getOpenWork),
  route('GET /api/figures', getKeyFigures),
]);
