import { createTicket, listTickets } from '../../domain/tickets/service.js';
import { route } from '../route.js';

export const ticketsRoutes = [
  route('POST /api/support/ticket', createTicket),
  route('GET /api/support/tickets', listTickets),
] as const;
