import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import {
  createLabor,
  changeLabor,
  changeShopLabor,
  checkLabor,
  deleteLabor,
  listLabor,
  listShopLabor,
  getLabor,
} from '../../../domain/catalogue/shed-labor/service.js';
import { route } from '../../route.js';

export const shedLaborRoutes = [
  route('GET /api/shedlabor/model/shop/:id', listShopLabor),
  route('GET /api/shedlabor/model/:id', listLabor),
  route('GET /api/shedlabor/:id', getLabor),
  route('POST /api/shedlabor', createLabor, { status: 201 }),
  route('PUT /api/shedlabor/buildbase/calc', checkLabor),
  route('PUT /api/shedlabor/update/:id', changeLabor, { preview: computeEffect(changeLabor) }),
  route('PUT /api/shedlabor/shop/update/:id', changeShopLabor, { preview: computeEffect(changeShopLabor) }),
  route('DELETE /api/shedlabor/delete/:id', deleteLabor),
] as const;
