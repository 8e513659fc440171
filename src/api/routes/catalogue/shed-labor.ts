import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import {
  createLabor,
  updateLabor,
  updateShopLabor,
  checkLabor,
  deleteLabor,
  listLabor,
  listShopLabor,
  getLabor,
} from '../../../domain/catalogue/shed-labor/service.js';
import { describeRoutes, route } from '../../route.js';

export const shedLaborRoutes = describeRoutes(
  'shed labor',
  'What building a shed costs in labor, company-wide and by shop.',
  [
    route('GET /api/shedlabor/model/shop/:id', listShopLabor),
    route('GET /api/shedlabor/model/:id', listLabor),
    route('GET /api/shedlabor/:id', getLabor),
    route('POST /api/shedlabor', createLabor, { status: 201 }),
    route('PUT /api/shedlabor/buildbase/calc', checkLabor),
    route('PUT /api/shedlabor/update/:id', updateLabor, { preview: computeEffect(updateLabor) }),
    route('PUT /api/shedlabor/shop/update/:id', updateShopLabor, { preview: computeEffect(updateShopLabor) }),
    route('DELETE /api/shedlabor/delete/:id', deleteLabor),
  ],
);
