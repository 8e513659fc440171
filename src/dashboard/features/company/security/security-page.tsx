import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { useApi } from '../../../lib/server/use-api.js';
import { AuthenticatorSection } from './authenticator-section.js';
import { PasskeysSection } from './passkeys-section.js';
import { RecoverySection } from './recovery-section.js';

/** The sign-in methods of the signed-in user: second factors and recovery codes. */
export function SecurityPage() {
  const query = useApi('GET /api/factors', {});
  return (
    <Page title="Security">
      <LoadedContent query={query}>
        {(factors) => (
          <>
            <AuthenticatorSection factors={factors} />
            <PasskeysSection factors={factors} />
            {(factors.authenticator || factors.passkeys.length > 0) && <RecoverySection factors={factors} />}
          </>
        )}
      </LoadedContent>
    </Page>
  );
}
