import { searchRecords } from '../../../domain/reporting/search/service.js';
import { route } from '../../route.js';

export const searchRoutes = [route('GET /api/search', searchRecords)] as const;
