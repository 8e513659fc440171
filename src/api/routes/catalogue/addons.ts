import {
  createAddOnCategory,
  createAddOnParent,
  updateAddOnCategory,
  updateAddOnParent,
  copyAddOnParent,
  deleteAddOnCategory,
  deleteAddOnParent,
  listAddOnCategories,
  listAllAddOnCategories,
  listAddOnParents,
} from '../../../domain/catalogue/addons/categories.js';
import { copyAddOn, createAddOnForAllCategories } from '../../../domain/catalogue/addons/copy.js';
import {
  listAddOns,
  listAddOnsOfParent,
  listAddOnsOfShed,
  listSteeperPitches,
  getAddOn,
} from '../../../domain/catalogue/addons/read.js';
import { createAddOn, updateAddOn, deleteAddOn } from '../../../domain/catalogue/addons/service.js';
import { updateShopAddOn, updateShopAddOnForCompany } from '../../../domain/catalogue/addons/shop-items.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { describeRoutes, route } from '../../route.js';

export const addonsRoutes = describeRoutes(
  'add-ons',
  'What is sold besides the shed: prices, items and labor of each add-on.',
  [
    route('GET /api/addon-parent-category', listAddOnParents),
    route('POST /api/addon-parent-category/', createAddOnParent, { status: 201 }),
    route('POST /api/addon-parent-category/copy/', copyAddOnParent, { status: 201 }),
    route('PUT /api/addon-parent-category/update/:id', updateAddOnParent),
    route('DELETE /api/addon-parent-category/delete/:id', deleteAddOnParent),
    route('GET /api/addon/category/all', listAllAddOnCategories),
    route('GET /api/addon/category/:id', listAddOnCategories),
    route('POST /api/addon/category/', createAddOnCategory, { status: 201 }),
    route('PUT /api/addon/category/update/:id', updateAddOnCategory),
    route('DELETE /api/addon/category/delete/:id', deleteAddOnCategory),
    route('GET /api/addon/one/:id', getAddOn),
    route('GET /api/addon/steeper/pitch/:id', listSteeperPitches),
    route('GET /api/addon/parent-category/:id', listAddOnsOfParent),
    route('GET /api/addon/shedcategory/:id', listAddOnsOfShed),
    route('GET /api/addon/shop/pricecost/:id', listAddOns),
    route('GET /api/addon/:id', listAddOns),
    route('POST /api/addon/', createAddOn, { status: 201 }),
    route('POST /api/addon/copy/:id', copyAddOn, { status: 201 }),
    route('POST /api/addon/categories/all/:id', createAddOnForAllCategories, { status: 201 }),
    route('PUT /api/addon/update/:id', updateAddOn, { preview: computeEffect(updateAddOn) }),
    route('PUT /api/addon/shop/update/:id', updateShopAddOn, { preview: computeEffect(updateShopAddOn) }),
    route('PUT /api/addon/company/update/:id', updateShopAddOnForCompany, {
      preview: computeEffect(updateShopAddOnForCompany),
    }),
    route('DELETE /api/addon/delete/:id', deleteAddOn),
  ],
);
