import type { Actor } from '../../kernel/context.js';

/** Why an actor may not delete an order in a status; null if they may. The caller checks invoices separately. */
export function explainUndeletable(actor: Actor, status: string): string | null {
  if (status === 'Building' && !actor.superAdmin) return 'only a super admin can';
  if (status === 'Canceled' && actor.superRole !== 'admin') return 'only a user with the super role "admin" can';
  return null;
}
