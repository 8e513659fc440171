import { decideApprovals, listApprovals } from '../../../domain/billing/approvals/service.js';
import { describeRoutes, route } from '../../route.js';

export const approvalsRoutes = describeRoutes('approvals', 'Invoices waiting for the office to approve or deny them.', [
  route('GET /api/approvals', listApprovals),
  route('POST /api/approvals/decide', decideApprovals),
]);
