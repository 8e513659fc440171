import { updateControl, getControl } from '../../../domain/company/control/service.js';
import {
  approveRequest,
  requestApproval,
  denyRequest,
  listRequests,
  withdrawRequest,
} from '../../../domain/operations/requests/service.js';
import { updateRetention, getRetention } from '../../../domain/operations/retention/service.js';
import { describeRoutes, route } from '../../route.js';

export const requestRoutes = describeRoutes(
  'second person',
  'Changes that need a second person, and the rules for them.',
  [
    route('GET /api/approvalrequest', listRequests),
    route('POST /api/approvalrequest', requestApproval, { status: 201 }),
    route('PUT /api/approvalrequest/approve/:id', approveRequest),
    route('PUT /api/approvalrequest/deny/:id', denyRequest),
    route('DELETE /api/approvalrequest/delete/:id', withdrawRequest),
    route('GET /api/company/retention', getRetention),
    route('PUT /api/company/retention/update', updateRetention),
    route('GET /api/company/control', getControl),
    route('PUT /api/company/control/update/:id', updateControl),
  ],
);
