import { formatMessage, type Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';
import { Button } from '../../ui/button.js';
import { useToast } from '../../ui/overlay/toast.js';

const MOST = 80;

type Notice = Pick<Output<'GET /api/notices'>['items'][number], '_id' | 'content' | 'read'>;

/** Marks a notice as read, or as unread again. View-only users may do this. */
export function ToggleNotice({ notice: { _id: id, content, read } }: { notice: Notice }) {
  const toast = useToast();
  const { send, pending } = useSend(read ? 'PUT /api/notices/:id/unread' : 'PUT /api/notices/:id/read');
  const toggle = () => send({ id }).catch((error: unknown) => toast.error(formatMessage(error)));
  const words = read ? 'Mark unread' : 'Mark read';
  const begins = content.length > MOST ? `${content.slice(0, MOST)}…` : content;
  return (
    <Button kind="text" small pending={pending} aria-label={`${words}: ${begins}`} onClick={() => void toggle()}>
      {words}
    </Button>
  );
}
