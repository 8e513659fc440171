import { searchRecords } from '../../../domain/reporting/search/service.js';
import { describeRoutes, route } from '../../route.js';

export const searchRoutes = describeRoutes('search', 'One search over all records.', [
  route('GET /api/search', searchRecords),
]);
