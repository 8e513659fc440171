import {
  createAddOnLabor,
  updateAddOnLabor,
  updateShopAddOnLabor,
  copyAddOnLabor,
  deleteAddOnLabor,
  listAddOnLabor,
  listShopAddOnLabor,
  listStandardAddOnLabor,
  getAddOnLabor,
} from '../../../domain/catalogue/addon-labor/service.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { describeRoutes, route } from '../../route.js';

export const addonLaborRoutes = describeRoutes(
  'add-on labor',
  'What building an add-on costs in labor, company-wide and by shop.',
  [
    route('GET /api/addonlabor/standard/all', listStandardAddOnLabor),
    route('GET /api/addonlabor/one/:id', getAddOnLabor),
    route('GET /api/addonlabor/shop/:id', listShopAddOnLabor),
    route('GET /api/addonlabor/:id', listAddOnLabor),
    route('POST /api/addonlabor/', createAddOnLabor, { status: 201 }),
    route('POST /api/addonlabor/copy', copyAddOnLabor, { status: 201 }),
    route('PUT /api/addonlabor/update/:id', updateAddOnLabor, { preview: computeEffect(updateAddOnLabor) }),
    route('PUT /api/addonlabor/shop/update/:id', updateShopAddOnLabor, {
      preview: computeEffect(updateShopAddOnLabor),
    }),
    route('DELETE /api/addonlabor/delete/:id', deleteAddOnLabor),
  ],
);
