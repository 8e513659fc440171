import { Link } from 'wouter';
import { Page } from '../components/ui/page.js';
import { isShopRole } from '../../domain/kernel/rights/roles.js';
import { useMe } from '../lib/server/session.js';

/** The screen for a user without the permission, with whom to ask for it. */
export function DeniedPage() {
  const { role } = useMe();
  const granter = role === 'Shop Admin' ? 'the office' : isShopRole(role) ? 'your Shop Admin' : 'a super admin';
  return (
    <Page title="Permission Denied">
      <p>You do not have permission to open this screen. Ask {granter} for access.</p>
      <p>
        <Link href="/">Go to the home screen</Link>
      </p>
    </Page>
  );
}
