import { useToast } from '../components/toast.js';
import type { Input } from '../lib/api.js';
import { useSend } from '../lib/use-api.js';

export interface TicketValues {
  readonly description: string;
  readonly serialNumber: string;
  readonly priority: string;
  /** Of the account; shown, not sent. */
  readonly email: string;
}

const FAILED = 'Failed to submit the ticket. Please try again.';

/** Submits a ticket; what was typed stays when that fails. */
export function useTicket(onDone: () => void) {
  const toast = useToast();
  const { send, pending } = useSend('POST /api/support/ticket', { refresh: ['/api/support'] });
  const submit = async ({ description, serialNumber, priority }: TicketValues): Promise<void> => {
    try {
      const ticket = { description, serialNumber, priority } as Input<'POST /api/support/ticket'>;
      toast.success((await send(ticket)).msg);
      onDone();
    } catch (error) {
      toast.error(FAILED);
      throw error;
    }
  };
  return { submit, pending };
}
