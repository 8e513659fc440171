import { decideApprovals, listApprovals } from '../../../domain/billing/approvals/service.js';
import { describeRoutes, route } from '../../route.js';

export const approvalsRoutes = describeRoutes('approvals', 'Invoices that wait for a decision of the office.', [
  route('GET /api/approvals', listApprovals),
  route('POST /api/approvals/decide', decideApprovals),
]);
