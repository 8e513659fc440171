import { EmptyState } from '../../../components/ui/empty-state.js';
import { Page } from '../../../components/ui/page.js';
import { useCan } from '../../../lib/server/session.js';
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
