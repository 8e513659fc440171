import { useSend } from '../../../lib/server/use-api.js';
import { Button } from '../../ui/button.js';
import { useNotify } from '../../ui/overlay/use-notify.js';

/** Marks all unread notices as read; those that arrive meanwhile stay unread. Without any, there is no button. */
export function MarkAllNotices({ unread, small = false }: { unread: number; small?: boolean }) {
  const { notify } = useNotify('Could not mark notices as read:');
  const { send, pending } = useSend('PUT /api/notices/read');
  if (unread === 0) return null;
  const read = () => notify(send({ upTo: new Date().toISOString() }));
  return (
    <Button small={small} pending={pending} onClick={() => void read()}>
      Mark all read
    </Button>
  );
}
