import { previewRetailPrices, updateRetailPrices } from '../../../domain/imports/update-retail-prices.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import {
  createShedCategory,
  updateShedCategory,
  copyShedCategory,
  deleteShedCategory,
  previewCategoryDeletion,
  listShedCategories,
  getShedCategory,
} from '../../../domain/catalogue/sheds/categories.js';
import {
  createModel,
  updateModel,
  copyModel,
  deleteModel,
  previewModelDeletion,
  listAllModels,
  listModels,
  getModel,
} from '../../../domain/catalogue/sheds/models.js';
import { listShedParts } from '../../../domain/catalogue/sheds/parts.js';
import { listShedsForPriceChange, listSheds, getPriceTable } from '../../../domain/catalogue/sheds/price-table.js';
import { updateAllModels, previewAllModels } from '../../../domain/catalogue/sheds/across-models.js';
import { createShed, updateShed, deleteShed, getShed } from '../../../domain/catalogue/sheds/service.js';
import { describeRoutes, route } from '../../route.js';

export const shedsRoutes = describeRoutes('sheds', 'Categories, models and sheds of the catalogue.', [
  route('GET /api/shed/category', listShedCategories),
  route('GET /api/shed/category/one/:id', getShedCategory),
  route('POST /api/shed/category/', createShedCategory, { status: 201 }),
  route('POST /api/shed/category/copy-shed-category/', copyShedCategory, { status: 201 }),
  route('PUT /api/shed/category/update/:id', updateShedCategory),
  route('DELETE /api/shed/category/delete/:id', deleteShedCategory, { preview: previewCategoryDeletion }),
  route('GET /api/shed/category/:id', listSheds),
  route('GET /api/shed/model/', listAllModels),
  route('GET /api/shed/model/one/:id', getModel),
  route('GET /api/shed/model/:id', listModels),
  route('POST /api/shed/model/', createModel, { status: 201 }),
  route('POST /api/shed/model/copy/:id', copyModel, { status: 201 }),
  route('PUT /api/shed/model/update/:id', updateModel),
  route('DELETE /api/shed/model/delete/:id', deleteModel, { preview: previewModelDeletion }),
  route('GET /api/shed/one/:id', getShed),
  route('GET /api/shed/parts/:id', listShedParts),
  route('GET /api/shed/pricechange/:id', listShedsForPriceChange),
  route('GET /api/shed/:category/:shop/:model', getPriceTable),
  route('POST /api/shed', createShed, { status: 201 }),
  route('PUT /api/shed/update/retailprices', updateRetailPrices, {
    fileAs: 'file',
    rowsAs: 'rows',
    preview: previewRetailPrices,
  }),
  route('PUT /api/shed/update/:id', updateShed, { preview: computeEffect(updateShed) }),
  route('PUT /api/shed/allmodels/update/:id', updateAllModels, { preview: previewAllModels }),
  route('DELETE /api/shed/delete/:id', deleteShed),
]);
