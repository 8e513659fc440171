import { updateRepair } from '../../../domain/billing/repair-invoices/life/change.js';
import { createRepair } from '../../../domain/billing/repair-invoices/life/create.js';
import { deleteRepair } from '../../../domain/billing/repair-invoices/life/delete.js';
import { downloadRepair } from '../../../domain/billing/repair-invoices/paper/document.js';
import { draftRepair } from '../../../domain/billing/repair-invoices/life/draft.js';
import { exportRepairs } from '../../../domain/billing/repair-invoices/paper/export-list.js';
import {
  getRepairChart,
  listAnyRepairs,
  listRepairs,
  searchRepairs,
  getRepair,
} from '../../../domain/billing/repair-invoices/service.js';
import { describeRoutes, route } from '../../route.js';

export const repairInvoicesRoutes = describeRoutes(
  'repair and driver invoices',
  'Invoices from shops for repairs and driver block compensation.',
  [
    route('POST /api/repairinvoice', createRepair, { status: 201 }),
    route('GET /api/repairinvoice', listAnyRepairs),
    route('GET /api/repairinvoice/draft/:type', draftRepair),
    route('PUT /api/repairinvoice/update/:id', updateRepair),
    route('DELETE /api/repairinvoice/delete/:id', deleteRepair),
    route('GET /api/repairinvoice/findbyid/:id', getRepair),
    route('GET /api/repairinvoice/search/:number', searchRepairs),
    route('GET /api/repairinvoice/status/:status/:type', listRepairs),
    route('GET /api/repairinvoice/chart/filter', getRepairChart),
    route('GET /api/repairinvoice/export', exportRepairs, { file: true }),
    route('GET /api/repairinvoice/:id/pdf', downloadRepair, { file: true }),
  ],
);
