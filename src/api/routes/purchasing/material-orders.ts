import { changeOrder, deleteOrder } from '../../../domain/purchasing/material-orders/life/change.js';
import { createOrder } from '../../../domain/purchasing/material-orders/life/create.js';
import { downloadOrder } from '../../../domain/purchasing/material-orders/paper/document.js';
import { exportOrders } from '../../../domain/purchasing/material-orders/paper/export-list.js';
import { showNextNumber } from '../../../domain/purchasing/material-orders/next-number.js';
import { previewPush } from '../../../domain/purchasing/material-orders/receiving/push-preview.js';
import { pushToInventory } from '../../../domain/purchasing/material-orders/receiving/push-service.js';
import { receiveOrder } from '../../../domain/purchasing/material-orders/receiving/receive.js';
import { listOrders, listReceived, showOrder } from '../../../domain/purchasing/material-orders/service.js';
import { reportOrders } from '../../../domain/reporting/reports/inventory/material-report.js';
import { route } from '../../route.js';

export const materialOrdersRoutes = [
  route('GET /api/materialorder', listOrders),
  route('GET /api/materialorder/export', exportOrders, { file: true }),
  route('GET /api/materialorder/nextnumber', showNextNumber),
  route('GET /api/materialorder/recieved/:id', listReceived),
  route('GET /api/materialorder/:id', showOrder),
  route('GET /api/materialorder/:id/pdf', downloadOrder, { file: true }),
  route('POST /api/materialorder', createOrder, { status: 201 }),
  route('POST /api/materialorder/datefilter/report', reportOrders),
  route('PUT /api/materialorder/update/:id', changeOrder),
  route('PUT /api/materialorder/update/recieved/:id', receiveOrder, { keyed: true }),
  route('DELETE /api/materialorder/delete/:id', deleteOrder),
  route('PUT /api/item/shop/inventory/push/:id', pushToInventory, { preview: previewPush }),
] as const;
