import { DomainError } from '../../../kernel/errors.js';
import { unchangeable, type ChangeInvoice } from '../schema.js';
import { toKeys, isPlainObject } from '../../../kernel/objects.js';

const advice: Readonly<Record<string, string>> = {
  messages: 'cannot be changed; to add a message, send newMessage',
  payment: 'cannot be changed here; create or delete the payment instead',
  order: 'cannot be changed here; change the order instead',
  items: 'cannot be changed here; change the order instead',
};

/**
 * Throws, naming each unchangeable field whose sent value differs from `current`, the invoice as the actor reads it.
 */
export function refuseUnchangeable(input: ChangeInvoice, current: Readonly<Record<string, unknown>>): void {
  const errors = toKeys(unchangeable)
    .filter((field) => field in input && !isAsRead(input[field], current[field]))
    .map((path) => ({ path, msg: advice[path] ?? 'cannot be changed' }));
  if (errors.length > 0) throw new DomainError('invalid-input', { errors });
}

/** Whether a sent value equals the stored one or a part of it. A reference may be sent as its ID only. */
function isAsRead(sentValue: unknown, current: unknown): boolean {
  if (sentValue === undefined) return true;
  if (Array.isArray(sentValue))
    return Array.isArray(current) && sentValue.every((one) => current.some((c) => isAsRead(one, c)));
  if (!isPlainObject(sentValue))
    return sentValue === current || (isPlainObject(current) && sentValue === current['_id']);
  return (
    isPlainObject(current) &&
    Object.entries(sentValue).every(([key, value]) => key in current && isAsRead(value, current[key]))
  );
}
