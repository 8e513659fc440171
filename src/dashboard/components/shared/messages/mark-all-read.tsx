import { formatCount } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/overlay/confirm.js';
import { useNotify } from '../../ui/overlay/use-notify.js';

interface MarkAllReadProps {
  /** How many messages are unread; without any, there is no button. */
  readonly unread: number;
  /** For the office: the shop whose messages these are, by ID and name; omitted for all shops. */
  readonly shop?: { readonly _id: string; readonly name: string };
}

/**
 * Marks all unread messages as read after a confirmation; messages that arrive meanwhile stay unread. View-only users
 * may do this.
 */
export function MarkAllRead({ unread, shop }: MarkAllReadProps) {
  const confirm = useConfirm();
  const { notify } = useNotify('Could not mark messages as read:');
  const { send, pending } = useSend('PUT /api/comment/update/read');
  if (unread === 0) return null;
  const messages = formatCount(unread, 'unread message');
  const markRead = async () => {
    const upTo = new Date().toISOString();
    const record = shop ? `${messages} of ${shop.name}` : messages;
    if (!(await confirm({ message: 'Mark all messages as read?', record, yes: 'Mark all read' }))) return;
    await notify(send({ upTo, ...(shop ? { shop: shop._id } : {}) }));
  };
  return (
    <Button pending={pending} onClick={() => void markRead()}>
      Mark all read
    </Button>
  );
}
