import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import {
  updateRepairItemCategories,
  listRepairItemCategories,
} from '../../../domain/billing/repair-invoices/item-categories.js';
import { clearValues, previewClearing } from '../../../domain/purchasing/inventory/clear.js';
import { listClearings, restoreValues } from '../../../domain/purchasing/inventory/restore.js';
import {
  updateSettings,
  getCompanySettings,
  listOwnBaseStyles,
  getOwnSettings,
  replaceSettings,
  getShopSettings,
} from '../../../domain/catalogue/settings/service.js';
import { describeRoutes, route } from '../../route.js';

export const settingsRoutes = describeRoutes('settings', 'Rates and other price settings.', [
  route('GET /api/settings', getOwnSettings),
  route('GET /api/settings/shop', getShopSettings),
  route('GET /api/settings/company', getCompanySettings),
  route('GET /api/settings/basestyles', listOwnBaseStyles),
  route('GET /api/settings/repairitems', listRepairItemCategories),
  route('PUT /api/settings/repairitems/:id', updateRepairItemCategories),
  route('POST /api/settings', replaceSettings, { status: 201, preview: computeEffect(replaceSettings) }),
  route('PUT /api/settings/update/:id', updateSettings, { preview: computeEffect(updateSettings) }),
  route('GET /api/settings/delete/inventorylabor', clearValues, { preview: previewClearing }),
  route('POST /api/settings/delete/inventorylabor', clearValues, { preview: previewClearing }),
  route('GET /api/settings/cleared', listClearings),
  route('POST /api/settings/cleared/:id/restore', restoreValues),
]);
