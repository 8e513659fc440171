import { createKey, updateKey, listKeys, revokeKey, rotateKey, getKey } from '../../../domain/company/keys/service.js';
import { describeRoutes, route } from '../../route.js';

export const keysRoutes = describeRoutes('API keys', 'Keys that programs call the API with.', [
  route('GET /api/keys', listKeys),
  route('GET /api/keys/:id', getKey),
  route('POST /api/keys', createKey, { status: 201 }),
  route('PUT /api/keys/update/:id', updateKey),
  route('POST /api/keys/:id/rotate', rotateKey),
  route('POST /api/keys/:id/revoke', revokeKey),
]);
