import { decideApprovals, listApprovals } from '../../../domain/billing/approvals/service.js';
import { route } from '../../route.js';

export const approvalsRoutes = [
  route('GET /api/approvals', listApprovals),
  route('POST /api/approvals/decide', decideApprovals),
] as const;
