import { Page } from '../../../components/ui/page.js';
import { UploadPanel } from './upload/upload-panel.js';

/** Imports only those orders of a file whose serial number does not exist yet. */
export const MissingOrdersPage = () => (
  <Page title="Add Missing Orders" back="/company/orders/add">
    <p>This adds only orders whose serial number does not exist yet. Existing orders do not change.</p>
    <UploadPanel to="POST /api/orders/missing" />
  </Page>
);
