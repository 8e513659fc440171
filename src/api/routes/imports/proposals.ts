import { acceptProposals, declineProposals, undoProposal } from '../../../domain/imports/feed/proposals/decide.js';
import { getProposal, listProposals } from '../../../domain/imports/feed/proposals/service.js';
import { route } from '../../route.js';

export const proposalRoutes = [
  route('GET /api/proposals', listProposals),
  route('GET /api/proposals/:id', getProposal),
  route('PUT /api/proposals/accept', acceptProposals),
  route('PUT /api/proposals/decline', declineProposals),
  route('POST /api/proposals/:id/undo', undoProposal),
] as const;
