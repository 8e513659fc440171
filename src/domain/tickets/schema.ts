import { z } from 'zod';
import { Named, OptionalText } from '../records/fields.js';

const priorities = ['High', 'Medium', 'Low'] as const;

/** What the form asks; who submits it is known. */
export const CreateTicket = z.object({
  description: z
    .string('Please input the description!')
    .trim()
    .min(1, 'Please input the description!')
    .max(5000, 'must be at most 5,000 characters'),
  serialNumber: OptionalText(100),
  priority: z.enum(priorities, 'Please select the priority!'),
});

/**
 * Where a ticket is: `stored` here alone, `waiting` for the support board, `sent` to it, `kept` since no board is
 * configured any more, or `failed`.
 */
const ticketStates = ['stored', 'waiting', 'sent', 'kept', 'failed'] as const;

export const Ticket = z.object({
  _id: z.uuid(),
  itemName: z.string(),
  shop: Named.nullable(),
  name: z.string(),
  email: z.string(),
  description: z.string(),
  serialNumber: z.string(),
  priority: z.enum(priorities),
  state: z.enum(ticketStates),
  error: z.string().nullable(),
  createdAt: z.string(),
});

export const ListTickets = z.object({
  search: z.string().trim().max(200).optional(),
  priority: z.enum(priorities).optional(),
  state: z.enum(ticketStates).optional(),
  shop: z.uuid('is no id').optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(60),
});
