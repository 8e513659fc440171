import { acceptProposals, declineProposals, undoProposal } from '../../../domain/imports/feed/proposals/decide.js';
import { getProposal, listProposals } from '../../../domain/imports/feed/proposals/service.js';
import { describeRoutes, route } from '../../route.js';

export const proposalRoutes = describeRoutes(
  'proposals',
  'Changes that a source reports for existing orders, to accept or decline.',
  [
    route('GET /api/proposals', listProposals),
    route('GET /api/proposals/:id', getProposal),
    route('PUT /api/proposals/accept', acceptProposals),
    route('PUT /api/proposals/decline', declineProposals),
    route('POST /api/proposals/:id/undo', undoProposal),
  ],
);
