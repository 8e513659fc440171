import { formatMessage } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';
import { Button } from '../../ui/button.js';
import { useToast } from '../../ui/overlay/toast.js';

interface MarkAllProps {
  /** How many are unread; without any, there is no button. */
  readonly unread: number;
  readonly small?: boolean;
  /** Moves the focus, because the button disappears. */
  readonly onDone: () => void;
}

/** Marks all unread notices as read; those that arrive meanwhile stay unread. */
export function MarkAllNotices({ unread, small = false, onDone }: MarkAllProps) {
  const toast = useToast();
  const { send, pending } = useSend('PUT /api/notices/read');
  if (unread === 0) return null;
  const markRead = async () => {
    try {
      toast.success((await send({ upTo: new Date().toISOString() })).msg);
      onDone();
    } catch (error) {
      toast.error(`Could not mark notices as read: ${formatMessage(error)}`);
    }
  };
  return (
    <Button small={small} pending={pending} onClick={() => void markRead()}>
      Mark all read
    </Button>
  );
}
