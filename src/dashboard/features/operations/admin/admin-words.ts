import type { Output } from '../../../lib/server/api.js';

export type Ticket = Output<'GET /api/support/tickets'>['items'][number];

type State = Output<'GET /api/support/tickets'>['items'][number]['state'];

/** Labels for the state of a message or a ticket. */
export const stateWords = {
  stored: 'Stored',
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Not sent',
  failed: 'Failed',
  refused: 'Refused',
} as const satisfies Record<State, string>;

/** The statuses of a ticket, as options for a filter and a form. */
export const ticketStatuses = ['Open', 'Answered', 'Closed'].map((status) => ({ _id: status, name: status }));

/** The states of tickets, as filter options. */
export const ticketStates = Object.entries(stateWords).map(([_id, name]) => ({ _id, name }));

/** The states of messages in the outbox. */
export const messageStates = ticketStates.filter(({ _id }) => _id !== 'stored');
