import { getVersion } from '../../../domain/kernel/platform/get-version.js';
import { route } from '../../route.js';

export const systemRoutes = [route('GET /api/version', getVersion)] as const;
