import { DownloadButton } from '../../../components/ui/download-button.js';
import { download, type Input } from '../../../lib/server/api.js';

/** Downloads all paid invoices that match the filters as a workbook. */
export function ExportPaid({ filters: { shop, search } }: { filters: Input<'GET /api/invoice/paid/export'> }) {
  const query = { ...(shop ? { shop } : {}), ...(search ? { search } : {}) };
  return (
    <DownloadButton kind="primary" area="Invoice" onDownload={() => download('GET /api/invoice/paid/export', query)}>
      Export to Excel
    </DownloadButton>
  );
}
