import { counted } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/overlay/confirm.js';
import { useTold } from '../../ui/overlay/use-told.js';

interface MarkAllReadProps {
  /** How many wait to be read; without one there is nothing to press. */
  readonly unread: number;
  /** Whose messages, for the office: those of one shop, by its id and name; of all shops without. */
  readonly shop?: { readonly _id: string; readonly name: string };
}

/** Marks all unread messages read after a question; what comes in meanwhile stays unread. View-only people may. */
export function MarkAllRead({ unread, shop }: MarkAllReadProps) {
  const confirm = useConfirm();
  const { told } = useTold('Could not mark messages as read:');
  const { send, pending } = useSend('PUT /api/comment/update/read');
  if (unread === 0) return null;
  const messages = counted(unread, 'unread message');
  const read = async () => {
    const upTo = new Date().toISOString();
    const record = shop ? `${messages} of ${shop.name}` : messages;
    if (!(await confirm({ message: 'Mark all messages as read?', record, yes: 'Mark all read' }))) return;
    await told(send({ upTo, ...(shop ? { shop: shop._id } : {}) }));
  };
  return (
    <Button pending={pending} onClick={() => void read()}>
      Mark all read
    </Button>
  );
}
