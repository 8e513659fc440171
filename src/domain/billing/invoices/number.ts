import { constraintOf, DomainError } from '../../kernel/errors.js';

/** The refusal of a number that another live invoice of the shop has; any other failure as it is. */
export const takenNumber = (error: unknown, invoiceNumber: string): unknown =>
  constraintOf(error) === 'invoices_number' ? new DomainError('invoice-number-taken', { invoiceNumber }) : error;
