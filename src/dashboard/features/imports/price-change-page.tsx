import { Page } from '../../components/ui/page.js';
import { ImportForm } from './import-form.js';

/** Retail prices as exported by the sales system: previewed, then applied. */
export const PriceChangePage = () => (
  <Page title="Retail Price Change">
    <p className="muted">
      The retail price of each size, from the sales system&apos;s export of models. Review the changes before saving.
    </p>
    <ImportForm kind="retail-prices" label="Model export" />
  </Page>
);
