import { useState } from 'react';
import { Button } from '../../components/button.js';
import { useToast } from '../../components/toast.js';
import { download, type Input } from '../../lib/api.js';
import { failureOf } from '../../lib/failure.js';

/** Downloads the whole filtered list of paid invoices as a workbook. */
export function ExportPaid({ filters }: { filters: Input<'GET /api/invoice/paid/export'> }) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const { shop, search } = filters;
  const run = async () => {
    setPending(true);
    try {
      await download('GET /api/invoice/paid/export', { ...(shop ? { shop } : {}), ...(search ? { search } : {}) });
    } catch (error) {
      toast.error(failureOf('Invoice', error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button kind="primary" icon="download" pending={pending} onClick={() => void run()}>
      Export to Excel
    </Button>
  );
}
