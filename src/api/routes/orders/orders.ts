import { updateOrder } from '../../../domain/billing/invoices/life/change-order.js';
import { updateOrders } from '../../../domain/billing/invoices/life/change-orders.js';
import { explainOrder } from '../../../domain/orders/pricing/explain-order.js';
import { exportOrders } from '../../../domain/orders/reads/export.js';
import { previewReceivedOrders, receiveOrders } from '../../../domain/imports/feed/push/service.js';
import { importMissingOrders, previewMissingOrders } from '../../../domain/imports/order-files/service.js';
import { acceptAlerts, summarizeAlerts } from '../../../domain/orders/intake/accept-alerts.js';
import {
  countOrders,
  searchOrdersBySerial,
  getOrder,
  listDuplicateOrders,
  listOrders,
  listOrderTotals,
} from '../../../domain/orders/service.js';
import { chooseForAlerts, previewChoice } from '../../../domain/orders/intake/desk/choose.js';
import { forgetChoice, listRememberedChoices } from '../../../domain/orders/intake/desk/remembered.js';
import { listHeldOrders, getAlertDesk } from '../../../domain/orders/intake/desk/service.js';
import { deleteNewOrders } from '../../../domain/orders/intake/delete-new.js';
import { deleteOrder } from '../../../domain/orders/life/delete.js';
import { pushOrders } from '../../../domain/orders/intake/push.js';
import { getMapping, updateMapping } from '../../../domain/imports/order-files/mapping.js';
import { rematchNewOrders } from '../../../domain/orders/intake/rematch-new.js';
import { downloadWorkOrder, downloadWorkOrders } from '../../../domain/orders/reads/work-order.js';
import { describeRoutes, route } from '../../route.js';

export const orderRoutes = describeRoutes('orders', 'Orders for sheds: upload, alerts, queue, statuses, figures.', [
  route('GET /api/orders', listOrders),
  route('GET /api/orders/status/:status', listOrders),
  route('GET /api/orders/search/:serialNumber', searchOrdersBySerial),
  route('GET /api/orders/count', countOrders),
  route('GET /api/orders/chart/filter', listOrderTotals),
  route('GET /api/orders/duplicates', listDuplicateOrders),
  route('GET /api/orders/export', exportOrders, { file: true }),
  route('GET /api/orders/choices', listRememberedChoices),
  route('POST /api/orders/work-orders', downloadWorkOrders, { file: true }),
  route('GET /api/orders/byid/:id', getOrder),
  route('GET /api/orders/:id', getOrder),
  route('GET /api/orders/:id/explain', explainOrder),
  route('GET /api/orders/:id/work-order', downloadWorkOrder, { file: true }),
  route('POST /api/orders', receiveOrders, { rowsAs: 'orders', preview: previewReceivedOrders, progress: true }),
  route('POST /api/orders/missing', importMissingOrders, {
    rowsAs: 'orders',
    preview: previewMissingOrders,
    progress: true,
  }),
  route('GET /api/orders/mapping', getMapping),
  route('PUT /api/orders/mapping', updateMapping),
  route('POST /api/orders/rematch', rematchNewOrders, { progress: true }),
  route('GET /api/orders/alerts/summary', summarizeAlerts),
  route('POST /api/orders/alerts/accept', acceptAlerts),
  route('GET /api/orders/alerts/desk', getAlertDesk),
  route('GET /api/orders/alerts/held', listHeldOrders),
  route('POST /api/orders/alerts/choose', chooseForAlerts, { preview: previewChoice, progress: true }),
  route('PUT /api/orders/update/:id', updateOrder, { keyed: true }),
  route('PUT /api/orders/updateseveral', updateOrders, { keyed: true }),
  route('PUT /api/orders/updatenew', pushOrders),
  route('DELETE /api/orders/delete/:id', deleteOrder),
  route('DELETE /api/orders/new/delete', deleteNewOrders),
  route('DELETE /api/orders/choices/:id', forgetChoice),
]);
