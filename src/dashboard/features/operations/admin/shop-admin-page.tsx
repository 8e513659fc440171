import { EmptyState } from '../../../components/ui/empty-state.js';
import { Page } from '../../../components/ui/page.js';
import { useCan } from '../../../lib/server/session.js';
import { LogsPage } from './logs-page.js';

/** A shop's administration: the error log, with permission to see it. */
export function ShopAdminPage() {
  const { isAllowed, reason } = useCan('logs.view');
  if (isAllowed) return <LogsPage />;
  return (
    <Page title="Error logs">
      <EmptyState text={reason ?? ''} />
    </Page>
  );
}
