import {
  createItemCategory,
  changeItemCategory,
  deleteItemCategory,
  listItemCategories,
} from '../../../domain/catalogue/items/categories.js';
import {
  changeCompanyMetal,
  changeShopMetal,
  giveStandardMetal,
  metalPrices,
} from '../../../domain/catalogue/items/metal-prices.js';
import { changeItemCosts } from '../../../domain/catalogue/items/costs.js';
import {
  createItem,
  changeItem,
  deleteItem,
  previewItemDeletion,
  listItemNames,
  listItems,
  listChoosableItems,
  listShopItems,
  getItem,
} from '../../../domain/catalogue/items/service.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { route } from '../../route.js';

export const itemsRoutes = [
  route('GET /api/item/', listItems),
  route('GET /api/item/names', listItemNames),
  route('GET /api/item/metal', metalPrices),
  route('GET /api/item/one/:id', getItem),
  route('GET /api/item/shop/all/:shopId', listShopItems),
  route('GET /api/item/:categoryId/:shopId', listChoosableItems),
  route('POST /api/item/', createItem, { status: 201 }),
  route('PUT /api/item/update/:id/:param', changeItem, { preview: computeEffect(changeItem) }),
  route('PUT /api/item/update/costs', changeItemCosts, { preview: computeEffect(changeItemCosts) }),
  route('DELETE /api/item/delete/:id', deleteItem, { preview: previewItemDeletion }),
  route('GET /api/itemcategory/', listItemCategories),
  route('POST /api/itemcategory/', createItemCategory, { status: 201 }),
  route('PUT /api/itemcategory/update/:id', changeItemCategory),
  route('DELETE /api/itemcategory/delete/:id', deleteItemCategory),
  route('PUT /api/shop/metal/update/shop/:id', changeShopMetal, { preview: computeEffect(changeShopMetal) }),
  route('PUT /api/shop/metal/update/standard/:id', giveStandardMetal, { preview: computeEffect(giveStandardMetal) }),
  route('PUT /api/company/metal/update/:id', changeCompanyMetal, { preview: computeEffect(changeCompanyMetal) }),
] as const;
