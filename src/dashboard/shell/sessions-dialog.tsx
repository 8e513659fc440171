import { SessionList } from '../components/shared/users/session-list.js';
import { Button } from '../components/ui/button.js';
import { LoadedContent } from '../components/ui/loaded.js';
import { Dialog } from '../components/ui/overlay/dialog.js';
import { useNotify } from '../components/ui/overlay/use-notify.js';
import { keepToken } from '../lib/server/token.js';
import { useApi, useSend } from '../lib/server/use-api.js';

/** The user's sessions. Each one other than this can be ended, or all of them together. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const query = useApi('GET /api/auth/sessions', {});
  const { notify } = useNotify('Session');
  const one = useSend('DELETE /api/auth/sessions/:session');
  const endSessions = useSend('POST /api/auth/sessions/end');
  const endOthers = async () => {
    const answer = await notify(endSessions.send({}));
    if (!answer) return;
    keepToken(answer.token);
    await query.refresh();
  };
  const count = query.data?.items.length ?? 0;
  const footer = (
    <>
      {count > 1 && (
        <Button kind="danger" pending={endSessions.pending} onClick={() => void endOthers()}>
          End all other sessions
        </Button>
      )}
      <Button onClick={onClose}>Close</Button>
    </>
  );
  return (
    <Dialog title="Sessions" size="medium" footer={footer} onClose={onClose}>
      <p className="muted">
        Where you are signed in. If you do not recognize a session, end it and change your password.
      </p>
      <LoadedContent query={query} lines={3}>
        {({ items }) => (
          <SessionList
            items={items}
            pending={one.pending}
            onEnd={({ _id: session }) => void notify(one.send({ session }))}
          />
        )}
      </LoadedContent>
    </Dialog>
  );
}
