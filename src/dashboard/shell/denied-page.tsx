import { Link } from 'wouter';
import { Page } from '../components/ui/page.js';

export const DeniedPage = () => (
  <Page title="Permission Denied">
    <p>Your account may not open this screen. A super admin can change what it may do.</p>
    <p>
      <Link href="/">Go to the home screen</Link>
    </p>
  </Page>
);
