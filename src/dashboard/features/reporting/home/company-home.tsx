import { AddLink } from '../../../components/ui/add-link.js';
import { Failure } from '../../../components/ui/empty-state.js';
import { Page } from '../../../components/ui/page.js';
import { WhenNear } from '../../../components/ui/when-near.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useSettled } from '../../../lib/use-settled.js';
import { FirstRun } from './first-run/first-run.js';
import { useFirstRun } from './first-run/use-first-run.js';
import { StatusCharts, type TrendChart, TrendCharts } from './home-charts.js';
import { KeyFigureCards } from './key-figure-cards.js';
import { NeedsYou } from './needs-you.js';
import { getPath } from './paths.js';
import { openStatuses } from '../../../../domain/kernel/order/status.js';
import { invoiceStatuses } from './series.js';
import { StatusTotals } from './status-totals.js';
import { useChosenShop, useHome } from './use-home.js';
import { WorkCharts } from './work-charts.js';
import styles from './home.module.css';

const SETTLE_MS = 200;

const trends: readonly TrendChart[] = [
  { title: 'Shop standard gross profit', amount: 'shop', views: ['standard'] },
  { title: 'Company gross profit', amount: 'company', views: ['company'] },
];

/** The office's home: orders in work, invoices and payments, of all shops or one; at first only what to set up. */
export function CompanyHome() {
  const [chosenShop, choose] = useChosenShop();
  const shops = useApi('GET /api/shop', {});
  const shop = !shops.data || shops.data.items.some(({ _id }) => _id === chosenShop) ? chosenShop : '';
  const settledShop = useSettled(shop, SETTLE_MS);
  const firstRun = useFirstRun();
  return (
    <Page
      title="Company dashboard"
      actions={
        <>
          {firstRun.hasOrders && <ShopFilter value={shop} onChange={choose} />}
          <AddLink permission="orders.import" icon="upload" href="/company/orders/add">
            Upload orders
          </AddLink>
        </>
      }
    >
      {shops.error && <Failure error={shops.error} pending={shops.isRefreshing} onRetry={() => void shops.refresh()} />}
      <div className={styles['home']} aria-busy={settledShop !== shop}>
        <FirstRun {...firstRun} />
        {firstRun.hasOrders && <Figures key={settledShop} shop={settledShop} />}
      </div>
    </Page>
  );
}

/** Remounted for each shop, so that one shop's numbers never appear under another's name. */
function Figures({ shop }: { shop: string }) {
  const home = useHome(shop, true);
  const figures = useApi('GET /api/figures', shop ? { shop } : {});
  return (
    <>
      <NeedsYou side="company" shop={shop} />
      <KeyFigureCards query={figures} cards={4} />
      <StatusTotals
        of="order"
        statuses={openStatuses}
        totals={home.orderTotals}
        query={home.orders}
        withCompany
        linkTo={(status) => getPath('company', 'orders', status, shop)}
      />
      <WhenNear lines={6}>
        {() => (
          <StatusTotals
            of="invoice"
            statuses={invoiceStatuses}
            totals={home.invoiceTotals}
            query={home.invoices}
            withCompany
            linkTo={(status) => getPath('company', 'invoices', status, shop)}
          />
        )}
      </WhenNear>
      <WhenNear>{() => <TrendCharts query={home.trend} charts={trends} />}</WhenNear>
      <WhenNear>{() => <StatusCharts home={home} withCompany />}</WhenNear>
      <WhenNear>{() => <WorkCharts figures={figures} shop={shop} withShops={shop === ''} />}</WhenNear>
    </>
  );
}
