import {
  createItemCategory,
  updateItemCategory,
  deleteItemCategory,
  listItemCategories,
} from '../../../domain/catalogue/items/categories.js';
import {
  updateCompanyMetalPrices,
  updateShopMetalPrices,
  copyStandardMetalPrices,
  getMetalPrices,
} from '../../../domain/catalogue/items/metal-prices.js';
import { updateItemCosts } from '../../../domain/catalogue/items/costs.js';
import {
  createItem,
  updateItem,
  deleteItem,
  previewItemDeletion,
  listItemNames,
  listItems,
  listChoosableItems,
  listShopItems,
  getItem,
} from '../../../domain/catalogue/items/service.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { describeRoutes, route } from '../../route.js';

export const itemsRoutes = describeRoutes('items', 'Materials: prices, order points and categories.', [
  route('GET /api/item/', listItems),
  route('GET /api/item/names', listItemNames),
  route('GET /api/item/metal', getMetalPrices),
  route('GET /api/item/one/:id', getItem),
  route('GET /api/item/shop/all/:shopId', listShopItems),
  route('GET /api/item/:categoryId/:shopId', listChoosableItems),
  route('POST /api/item/', createItem, { status: 201 }),
  route('PUT /api/item/update/:id/:param', updateItem, { preview: computeEffect(updateItem) }),
  route('PUT /api/item/update/costs', updateItemCosts, { preview: computeEffect(updateItemCosts) }),
  route('DELETE /api/item/delete/:id', deleteItem, { preview: previewItemDeletion }),
  route('GET /api/itemcategory/', listItemCategories),
  route('POST /api/itemcategory/', createItemCategory, { status: 201 }),
  route('PUT /api/itemcategory/update/:id', updateItemCategory),
  route('DELETE /api/itemcategory/delete/:id', deleteItemCategory),
  route('PUT /api/shop/metal/update/shop/:id', updateShopMetalPrices, {
    preview: computeEffect(updateShopMetalPrices),
  }),
  route('PUT /api/shop/metal/update/standard/:id', copyStandardMetalPrices, {
    preview: computeEffect(copyStandardMetalPrices),
  }),
  route('PUT /api/company/metal/update/:id', updateCompanyMetalPrices, {
    preview: computeEffect(updateCompanyMetalPrices),
  }),
]);
