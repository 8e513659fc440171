import {
  createComponentCategory,
  updateComponentCategory,
  deleteComponentCategory,
  listComponentCategories,
} from '../../../domain/catalogue/components/categories.js';
import { massUpdateComponents } from '../../../domain/catalogue/components/mass-update.js';
import { listComponents, getComponent } from '../../../domain/catalogue/components/read.js';
import {
  createComponent,
  updateComponent,
  updateMetalComponent,
  copyComponent,
  deleteComponent,
  refreshShopComponent,
} from '../../../domain/catalogue/components/service.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { describeRoutes, route } from '../../route.js';

export const componentsRoutes = describeRoutes('components', 'The parts that sheds are made of, and their items.', [
  route('GET /api/component/category/', listComponentCategories),
  route('POST /api/component/category/', createComponentCategory, { status: 201 }),
  route('PUT /api/component/category/update/:id', updateComponentCategory),
  route('DELETE /api/component/category/delete/:id', deleteComponentCategory),
  route('GET /api/component/:category/:shedCategory/:shop', listComponents),
  route('GET /api/component/:id', getComponent),
  route('POST /api/component/', createComponent, { status: 201 }),
  route('POST /api/component/copy/:id', copyComponent, { status: 201 }),
  route('PUT /api/component/update/:id', updateComponent, { preview: computeEffect(updateComponent) }),
  route('PUT /api/component/shop/update/:id', refreshShopComponent),
  route('PUT /api/component/metalcomponent/:id/:shop', updateMetalComponent),
  route('PUT /api/component/shedcategorycomponents/:category/:shedCategory', massUpdateComponents, {
    preview: computeEffect(massUpdateComponents),
  }),
  route('DELETE /api/component/delete/:id', deleteComponent),
]);
