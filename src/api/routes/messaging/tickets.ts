import { updateTicket } from '../../../domain/messaging/tickets/answer.js';
import { createTicket, listOwnTickets, listTickets } from '../../../domain/messaging/tickets/service.js';
import { describeRoutes, route } from '../../route.js';

export const ticketsRoutes = describeRoutes('support', 'Support tickets.', [
  route('POST /api/support/ticket', createTicket),
  route('GET /api/support/tickets', listTickets),
  route('GET /api/support/tickets/mine', listOwnTickets),
  route('PUT /api/support/ticket/update/:id', updateTicket),
]);
