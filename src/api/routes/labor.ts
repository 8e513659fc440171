import { listStandardAddOnLabor } from '../../domain/addon-labor/service.js';
import { route } from '../route.js';

export const laborRoutes = [route('GET /api/addonlabor/standard/all', listStandardAddOnLabor)] as const;
