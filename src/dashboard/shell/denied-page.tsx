import { Link } from 'wouter';
import { Page } from '../components/ui/page.js';
import { isShopRole } from '../../domain/kernel/rights/roles.js';
import { useSession } from '../lib/server/session.js';

/** The screen for a user without the permission, with whom to ask for it. */
export function DeniedPage() {
  const role = useSession().me?.role; // the address can be opened by anyone
  const granter = role === 'Shop Admin' ? 'the office' : role && isShopRole(role) ? 'your Shop Admin' : 'a super admin';
  return (
    <Page title="Permission Denied">
      <p>You do not have permission to open this screen. Ask {granter} for access.</p>
      <p>
        <Link href="/">Go to the home screen</Link>
      </p>
    </Page>
  );
}
