import { useToast } from '../../components/ui/overlay/toast.js';
import { toInput } from '../../lib/server/api.js';
import { getProduct } from '../../lib/product.js';
import { useSend } from '../../lib/server/use-api.js';

export interface TicketValues {
  readonly description: string;
  readonly serialNumber: string;
  readonly priority: string;
  /** The account's email address; shown but not sent. */
  readonly email: string;
}

const FAILED = 'Failed to submit the ticket. Please try again.';

const MOST = 500;

/** The screen behind the dialog, so that support can see what the author saw. */
function screenNow(): { page: string | null; pageTitle: string } {
  const { pathname, search } = window.location;
  const page = pathname + search;
  const pageTitle = document.title.replace(` · ${getProduct()}`, '').slice(0, 200);
  if (!/^\/(company|shop)\//.test(pathname)) return { page: null, pageTitle: '' };
  return { page: page.length > MOST ? pathname : page, pageTitle };
}

/** Submits a ticket; the input stays if that fails. */
export function useTicket(onDone: () => void) {
  const toast = useToast();
  const { send, pending } = useSend('POST /api/support/ticket');
  const submit = async ({ description, serialNumber, priority }: TicketValues): Promise<void> => {
    try {
      const ticket = toInput<'POST /api/support/ticket'>({ description, serialNumber, priority, ...screenNow() }); // the server refuses an empty priority
      toast.success((await send(ticket)).msg);
      onDone();
    } catch (error) {
      toast.error(FAILED);
      throw error;
    }
  };
  return { submit, pending };
}
