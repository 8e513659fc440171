import { ActionButton } from '../../ui/button.js';
import { useConfirm } from '../../ui/overlay/confirm.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { ListedUser, ShownLink } from './user-types.js';

interface UserActionsProps {
  readonly user: ListedUser;
  readonly onView: () => void;
  readonly onReset: () => void;
  /** Shows a link to pass on. */
  readonly onLink: (link: ShownLink) => void;
}

/** A super admin's actions for a user. For everyone else each button is disabled and explains why. */
export function UserActions({ user, onView, onReset, onLink }: UserActionsProps) {
  const isMe = useMe()._id === user._id;
  return (
    <>
      <ActionButton permission="users.manage" small aria-label={`View user details for ${user.name}`} onClick={onView}>
        View
      </ActionButton>
      {user.hasPassword ? (
        <ActionButton
          permission="users.manage"
          small
          aria-label={`Reset Password for ${user.name}`}
          disabledReason={isMe ? 'To change your own password, choose Change password in the Settings menu.' : null}
          onClick={onReset}
        >
          Reset Password
        </ActionButton>
      ) : (
        user.active && <InviteAgain user={user} onLink={onLink} />
      )}
      {user.secondFactor && <ResetFactors user={user} isMe={isMe} />}
      {user.active ? <DeactivateButton user={user} isMe={isMe} /> : <ActivateButton user={user} />}
    </>
  );
}

/** For a user who lost the device and the recovery codes. */
function ResetFactors({ user, isMe }: { user: ListedUser; isMe: boolean }) {
  const confirm = useConfirm();
  const { notify } = useNotify('User');
  const { send, pending } = useSend('POST /api/users/:id/reset-factors');
  const reset = async () => {
    const message = `Reset the second factors of ${user.name}? This signs them out everywhere, and they can sign in again with only their password. They get a notice and an email.`;
    const sure = await confirm({ message, record: user.email, yes: 'Reset second factors', danger: true });
    if (sure) await notify(send({ id: user._id }));
  };
  return (
    <ActionButton
      permission="factors.manage"
      small
      pending={pending}
      aria-label={`Reset second factors of ${user.name}`}
      disabledReason={isMe ? 'To change your own second factors, open Security in your menu.' : null}
      onClick={() => void reset()}
    >
      Reset Factors
    </ActionButton>
  );
}

function DeactivateButton({ user, isMe }: { user: ListedUser; isMe: boolean }) {
  const confirm = useConfirm();
  const { notify } = useNotify('User');
  const { send, pending } = useSend('DELETE /api/users/delete/:id');
  const deactivate = async () => {
    const message = `Deactivate ${user.name}? This signs them out everywhere. Their past work does not change.`;
    const sure = await confirm({ message, record: user.email, yes: 'Deactivate', danger: true });
    if (sure) await notify(send({ id: user._id }));
  };
  return (
    <ActionButton
      permission="users.manage"
      small
      pending={pending}
      aria-label={`Deactivate ${user.name}`}
      disabledReason={isMe ? 'You cannot deactivate your own account.' : null}
      onClick={() => void deactivate()}
    >
      Deactivate
    </ActionButton>
  );
}

function ActivateButton({ user }: { user: ListedUser }) {
  const { notify } = useNotify('User');
  const { send, pending } = useSend('PUT /api/users/activate/:id');
  return (
    <ActionButton
      permission="users.manage"
      small
      pending={pending}
      aria-label={`Activate ${user.name}`}
      onClick={() => void notify(send({ id: user._id }))}
    >
      Activate
    </ActionButton>
  );
}

function InviteAgain({ user: { _id: id, name }, onLink }: { user: ListedUser; onLink: UserActionsProps['onLink'] }) {
  const { notify } = useNotify('Invitation');
  const { send, pending } = useSend('POST /api/users/:id/invite');
  const invite = async () => {
    const answer = await notify(send({ id }));
    if (answer?.link) onLink({ name, link: answer.link, msg: answer.msg });
  };
  return (
    <ActionButton
      permission="users.manage"
      small
      pending={pending}
      aria-label={`Invite ${name} again`}
      onClick={() => void invite()}
    >
      Invite again
    </ActionButton>
  );
}
