import { describeFailure } from '../../../lib/server/failure.js';
import { useSend } from '../../../lib/server/use-api.js';
import { Button } from '../../ui/button.js';
import { useToast } from '../../ui/overlay/toast.js';

/** What can be marked as read: the call, and the beginning of its error message. */
const kinds = {
  announcement: { call: 'PUT /api/announcement/update/read/:id', failed: 'Announcement is not updated:' },
  message: { call: 'PUT /api/comment/update/read/:id', failed: 'Comment is not updated:' },
} as const;
type MarkableKind = keyof typeof kinds;

interface MarkReadProps {
  readonly of: MarkableKind;
  readonly id: string;
  /** The beginning of the button's accessible name, which names what is marked. */
  readonly text: string;
}

const MOST = 80;

/** Marks one message read and shows a failure. View-only users may do this. */
export function MarkRead({ of, id, text }: MarkReadProps) {
  const toast = useToast();
  const { call, failed } = kinds[of];
  const { send, pending } = useSend(call);
  const markRead = () => send({ id }).catch((error: unknown) => toast.error(describeFailure(failed, error)));
  const begins = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  return (
    <Button small pending={pending} aria-label={`Mark Read: ${begins}`} onClick={() => void markRead()}>
      Mark Read
    </Button>
  );
}
