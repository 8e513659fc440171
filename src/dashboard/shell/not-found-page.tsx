import { Link } from 'wouter';
import { Page } from '../components/ui/page.js';

export const NotFoundPage = () => (
  <Page title="Page not found">
    <p>No screen exists at this address.</p>
    <p>
      <Link href="/">Go to the home screen</Link>
    </p>
  </Page>
);
