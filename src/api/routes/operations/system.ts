import { getVersion } from '../../../domain/kernel/platform/get-version.js';
import { describeRoutes, route } from '../../route.js';

export const systemRoutes = describeRoutes('system', 'The version and the health of the installation.', [
  route('GET /api/version', getVersion),
]);
