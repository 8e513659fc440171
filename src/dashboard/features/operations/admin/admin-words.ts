import type { Output } from '../../../lib/server/api.js';

export type Ticket = Output<'GET /api/support/tickets'>['items'][number];

type State = Output<'GET /api/support/tickets'>['items'][number]['state'];

/** Where a message or a ticket is, in a word. */
export const stateWords = {
  stored: 'Stored',
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Kept',
  failed: 'Failed',
} as const satisfies Record<State, string>;

/** What has become of a ticket, as the choices of a filter and a form. */
export const ticketStatuses = ['Open', 'Answered', 'Closed'].map((status) => ({ _id: status, name: status }));

/** Where tickets are, as the choices of a filter. */
export const ticketStates = Object.entries(stateWords).map(([_id, name]) => ({ _id, name }));

/** Those of messages: each of them is on its way, or was. */
export const messageStates = ticketStates.filter(({ _id }) => _id !== 'stored');
