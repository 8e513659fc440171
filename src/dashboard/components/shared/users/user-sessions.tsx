import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useMe } from '../../../lib/server/session.js';
import { ActionButton } from '../../ui/button.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useConfirm } from '../../ui/overlay/confirm.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
import { Section } from '../../ui/section.js';
import { SessionList } from './session-list.js';
import type { ListedUser } from './user-types.js';

/** A user's sessions, which super admins can end. */
export function UserSessions({ user: { _id: id, name } }: { user: ListedUser }) {
  const query = useApi('GET /api/users/:id/sessions', { id });
  const { notify } = useNotify('Session');
  const confirm = useConfirm();
  const one = useSend('DELETE /api/users/:id/sessions/:session');
  const all = useSend('DELETE /api/users/:id/sessions');
  const isMe = useMe()._id === id;
  const endAll = async () => {
    const message = `Sign ${name} out everywhere?`;
    if (await confirm({ message, record: name, yes: 'Sign out everywhere', danger: true }))
      await notify(all.send({ id }));
  };
  return (
    <Section title="Sessions">
      <LoadedContent query={query} lines={2}>
        {({ items }) => (
          <>
            <SessionList
              items={items}
              pending={one.pending}
              onEnd={({ _id: session }) => void notify(one.send({ id, session }))}
            />
            {items.length > 0 && !isMe && (
              <p>
                <ActionButton permission="users.manage" small pending={all.pending} onClick={() => void endAll()}>
                  Sign out everywhere
                </ActionButton>
              </p>
            )}
          </>
        )}
      </LoadedContent>
    </Section>
  );
}
