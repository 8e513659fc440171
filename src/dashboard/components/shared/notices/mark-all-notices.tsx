import { useSend } from '../../../lib/server/use-api.js';
import { Button } from '../../ui/button.js';
import { useNotify } from '../../ui/overlay/use-notify.js';

interface MarkAllProps {
  /** How many are unread; without any, there is no button. */
  readonly unread: number;
  readonly small?: boolean;
  /** Moves the focus, because the button disappears. */
  readonly onDone: () => void;
}

/** Marks all unread notices as read; those that arrive meanwhile stay unread. */
export function MarkAllNotices({ unread, small = false, onDone }: MarkAllProps) {
  const { notify } = useNotify('Could not mark notices as read:');
  const { send, pending } = useSend('PUT /api/notices/read');
  if (unread === 0) return null;
  const read = async () => {
    if (await notify(send({ upTo: new Date().toISOString() }))) onDone();
  };
  return (
    <Button small={small} pending={pending} onClick={() => void read()}>
      Mark all read
    </Button>
  );
}
