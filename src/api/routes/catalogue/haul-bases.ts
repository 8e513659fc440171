import {
  createHaulBase,
  updateHaulBase,
  deleteHaulBase,
  listHaulBases,
  getHaulBase,
} from '../../../domain/catalogue/haul-bases/service.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { describeRoutes, route } from '../../route.js';

export const haulBasesRoutes = describeRoutes('haul bases', 'The cost of hauling a shed, by model and size.', [
  route('GET /api/haulbase/model/:modelId/:param', listHaulBases),
  route('GET /api/haulbase/:id', getHaulBase),
  route('POST /api/haulbase', createHaulBase, { status: 201 }),
  route('PUT /api/haulbase/update/:id', updateHaulBase, { preview: computeEffect(updateHaulBase) }),
  route('DELETE /api/haulbase/delete/:id', deleteHaulBase),
]);
