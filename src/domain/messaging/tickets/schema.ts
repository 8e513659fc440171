import { z } from 'zod';
import { Id, PlainText, NamedRecord, OptionalText } from '../../kernel/records/fields.js';

export const ticketPriorities = ['High', 'Medium', 'Low'] as const;

/** The input of the ticket form; the submitter is the signed-in user. */
export const CreateTicket = z.object({
  description: PlainText('Enter the description')
    .min(1, 'Enter the description')
    .max(5000, 'must be at most 5,000 characters'),
  serialNumber: OptionalText(100),
  priority: z.enum(ticketPriorities, 'Choose a priority'),
  /** The screen it was submitted from, such as `/shop/order/form?id=…`, and its title. */
  page: z
    .string()
    .max(500, 'must be at most 500 characters')
    .regex(/^\/(company|shop)\/[\w/-]*(\?[^\s#\p{Cc}]*)?$/u, 'is not a dashboard page')
    .nullish(),
  pageTitle: OptionalText(200),
});

/**
 * The delivery of a ticket: `stored` here only, `waiting` for the support board, `sent` to it, `kept` because no
 * board is configured now, or `failed`.
 */
const ticketStates = ['stored', 'waiting', 'sent', 'kept', 'failed', 'refused'] as const;

/** The status of a ticket; an answer sets it to `Answered`. */
export const ticketStatuses = ['Open', 'Answered', 'Closed'] as const;

const TicketAnswer = z.object({ _id: z.uuid(), author: z.string(), content: z.string(), at: z.string() });

export const Ticket = z.object({
  _id: z.uuid(),
  itemName: z.string(),
  shop: NamedRecord.nullable(),
  name: z.string(),
  email: z.string(),
  description: z.string(),
  serialNumber: z.string(),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  revision: z.int(),
  /** The screen on the submitter's side (office or shop). */
  page: z.string().nullable(),
  pageTitle: z.string(),
  answers: z.array(TicketAnswer),
  state: z.enum(ticketStates),
  error: z.string().nullable(),
  createdAt: z.string(),
});

export type Ticket = z.output<typeof Ticket>;

/** A ticket as its submitter sees it. */
export const MyTicket = Ticket.pick({
  _id: true,
  description: true,
  serialNumber: true,
  priority: true,
  status: true,
  page: true,
  pageTitle: true,
  answers: true,
  createdAt: true,
});

export const ListMyTickets = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(20),
});

export const UpdateTicket = z
  .object({
    id: Id,
    revision: z.int('is not a valid revision').optional(),
    status: z.enum(ticketStatuses, `must be one of: ${ticketStatuses.join(', ')}`).optional(),
    answer: PlainText().min(1, 'Enter an answer').max(5000, 'must be at most 5,000 characters').optional(),
  })
  .refine(({ status, answer }) => status !== undefined || answer !== undefined, {
    path: ['answer'],
    message: 'Enter an answer or choose a status',
  });

export const ListTickets = z.object({
  search: z.string().trim().max(200).optional(),
  priority: z.enum(ticketPriorities).optional(),
  status: z.enum(ticketStatuses).optional(),
  state: z.enum(ticketStates).optional(),
  shop: Id.optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(60),
});
