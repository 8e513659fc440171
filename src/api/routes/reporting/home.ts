import { getKeyFigures, getOpenWork, listNeeds } from '../../../domain/reporting/home/service.js';
import { route } from '../../route.js';

export const homeRoutes = [
  route('GET /api/home/needs', listNeeds),
  route('GET /api/home/work', getOpenWork),
  route('GET /api/figures', getKeyFigures),
] as const;
