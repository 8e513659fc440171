import { updateMaterialOrder, deleteMaterialOrder } from '../../../domain/purchasing/material-orders/life/change.js';
import { createMaterialOrder } from '../../../domain/purchasing/material-orders/life/create.js';
import { downloadMaterialOrder } from '../../../domain/purchasing/material-orders/paper/document.js';
import { exportMaterialOrders } from '../../../domain/purchasing/material-orders/paper/export-list.js';
import { getNextMaterialOrderNumber } from '../../../domain/purchasing/material-orders/next-number.js';
import { previewPush } from '../../../domain/purchasing/material-orders/receiving/push-preview.js';
import { pushToInventory } from '../../../domain/purchasing/material-orders/receiving/push-to-inventory.js';
import { receiveMaterialOrder } from '../../../domain/purchasing/material-orders/receiving/receive.js';
import {
  listMaterialOrders,
  listReceived,
  getMaterialOrder,
} from '../../../domain/purchasing/material-orders/service.js';
import { runMaterialReport } from '../../../domain/reporting/reports/inventory/material-report.js';
import { pushAllToInventory } from '../../../domain/purchasing/material-orders/receiving/push-all.js';
import { previewPushAll } from '../../../domain/purchasing/material-orders/receiving/push-all-preview.js';
import { describeRoutes, route } from '../../route.js';

export const materialOrdersRoutes = describeRoutes(
  'material orders',
  'Materials ordered from vendors, and what was received.',
  [
    route('GET /api/materialorder', listMaterialOrders),
    route('GET /api/materialorder/export', exportMaterialOrders, { file: true }),
    route('GET /api/materialorder/nextnumber', getNextMaterialOrderNumber),
    route('GET /api/materialorder/recieved/:id', listReceived),
    route('GET /api/materialorder/:id', getMaterialOrder),
    route('GET /api/materialorder/:id/pdf', downloadMaterialOrder, { file: true }),
    route('POST /api/materialorder', createMaterialOrder, { status: 201 }),
    route('POST /api/materialorder/datefilter/report', runMaterialReport),
    route('PUT /api/materialorder/update/:id', updateMaterialOrder),
    route('PUT /api/materialorder/update/recieved/:id', receiveMaterialOrder, { keyed: true }),
    route('DELETE /api/materialorder/delete/:id', deleteMaterialOrder),
    route('PUT /api/item/shop/inventory/push/all/:id', pushAllToInventory, { preview: previewPushAll }),
    route('PUT /api/item/shop/inventory/push/:id', pushToInventory, { preview: previewPush }),
  ],
);
