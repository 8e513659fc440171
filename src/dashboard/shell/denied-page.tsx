import { Link } from 'wouter';
import { Page } from '../components/ui/page.js';

export const DeniedPage = () => (
  <Page title="Permission Denied">
    <p>You do not have permission to open this screen. Ask a super admin for access.</p>
    <p>
      <Link href="/">Go to the home screen</Link>
    </p>
  </Page>
);
