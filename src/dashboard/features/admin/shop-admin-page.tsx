import { EmptyState } from '../../components/empty-state.js';
import { Page } from '../../components/page.js';
import { useCan } from '../../lib/session.js';
import { LogsPage } from './logs-page.js';

/** What a shop's admin looks after: the error log, for who may see it. */
export function ShopAdminPage() {
  const { allowed, reason } = useCan('logs.view');
  if (allowed) return <LogsPage />;
  return (
    <Page title="Error logs">
      <EmptyState text={reason ?? ''} />
    </Page>
  );
}
