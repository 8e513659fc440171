import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import {
  updateRepairItemCategories,
  repairItemCategories,
} from '../../../domain/billing/repair-invoices/item-categories.js';
import { clearValues, previewClearing } from '../../../domain/purchasing/inventory/clear.js';
import { listClearings, restoreValues } from '../../../domain/purchasing/inventory/restore.js';
import {
  updateSettings,
  companySettings,
  ownBaseStyles,
  ownSettings,
  setSettings,
  shopSettings,
} from '../../../domain/catalogue/settings/service.js';
import { route } from '../../route.js';

export const settingsRoutes = [
  route('GET /api/settings', ownSettings),
  route('GET /api/settings/shop', shopSettings),
  route('GET /api/settings/company', companySettings),
  route('GET /api/settings/basestyles', ownBaseStyles),
  route('GET /api/settings/repairitems', repairItemCategories),
  route('PUT /api/settings/repairitems/:id', updateRepairItemCategories),
  route('POST /api/settings', setSettings, { status: 201, preview: computeEffect(setSettings) }),
  route('PUT /api/settings/update/:id', updateSettings, { preview: computeEffect(updateSettings) }),
  route('GET /api/settings/delete/inventorylabor', clearValues, { preview: previewClearing }),
  route('POST /api/settings/delete/inventorylabor', clearValues, { preview: previewClearing }),
  route('GET /api/settings/cleared', listClearings),
  route('POST /api/settings/cleared/:id/restore', restoreValues),
] as const;
