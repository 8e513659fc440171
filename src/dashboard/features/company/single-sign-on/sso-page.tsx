import { ActionButton } from '../../../components/ui/button.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { Page } from '../../../components/ui/page.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import { count, formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { SsoForm } from './sso-form.js';
import type { Sso } from './sso-values.js';

/** The provider that people sign in with: how it is used, and its settings. */
export function SsoPage() {
  const query = useApi('GET /api/sso', {});
  const item = query.data?.item;
  return (
    <Page title="Single sign-on" end={item && <RemoveButton sso={item} />}>
      <LoadedContent query={query}>
        {({ item: sso, redirectAddress }) => (
          <>
            <State sso={sso} redirectAddress={redirectAddress} />
            <SsoForm key={sso?._id} sso={sso} />
          </>
        )}
      </LoadedContent>
    </Page>
  );
}

function State({ sso, redirectAddress }: { sso: Sso | null; redirectAddress: string }) {
  const { timeZone } = useMe();
  return (
    <>
      {sso ? (
        <p>
          The sign-in page offers <strong>Sign in with {sso.name}</strong>.{' '}
          {sso.usedAt === null
            ? 'It has not been used yet.'
            : `${count(sso.users)} ${plural(sso.users, 'user has', 'users have')} used it, most recently on ${formatMoment(sso.usedAt, timeZone)}.`}
        </p>
      ) : (
        <p>
          Users sign in with passwords and passkeys. Enter a provider to let them sign in with their accounts there.
        </p>
      )}
      <p>
        Redirect address to register at the provider: <code>{redirectAddress}</code>
      </p>
    </>
  );
}

function RemoveButton({ sso: { name, allowsPasswords } }: { sso: Sso }) {
  const confirm = useConfirm();
  const { notify } = useNotify('Single sign-on');
  const { send, pending } = useSend('DELETE /api/sso');
  const start = async () => {
    const details = `Users sign in with passwords and passkeys again${allowsPasswords ? '' : '; until now, only super admins could'}. Users without a password need a link from you.`;
    const record = `single sign-on with ${name}`;
    if (await confirm({ message: 'Remove single sign-on?', record, details, yes: 'Remove', danger: true }))
      await notify(send({}));
  };
  return (
    <ActionButton permission="users.manage" icon="trash" pending={pending} onClick={() => void start()}>
      Remove
    </ActionButton>
  );
}
