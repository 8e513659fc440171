import { Page } from '../../components/ui/page.js';
import { ImportForm } from './import-form.js';

/** Retail prices as the sales system exports them: previewed, then set. */
export const PriceChangePage = () => (
  <Page title="Retail Price Change">
    <p className="muted">
      The retail price of each size, from the sales system&apos;s export of models. Review the changes before saving.
    </p>
    <ImportForm kind="retail-prices" label="Export of models" />
  </Page>
);
