import { Page } from '../../../components/ui/page.js';
import { WhenNear } from '../../../components/ui/when-near.js';
import { useCan } from '../../../lib/server/session.js';
import { useShopApi } from '../../../lib/server/use-api.js';
import { BuilderHome } from './builder-home.js';
import { StatusCharts, type TrendChart, TrendCharts } from './home-charts.js';
import { KeyFigureCards } from './key-figure-cards.js';
import { NeedsYou } from './needs-you.js';
import { getPath } from './paths.js';
import { openStatuses } from '../../../../domain/kernel/order/status.js';
import { invoiceStatuses } from './series.js';
import { StatusTotals } from './status-totals.js';
import { useHome } from './use-home.js';
import { WorkCharts } from './work-charts.js';
import styles from './home.module.css';

const trends: readonly TrendChart[] = [{ title: 'Payments', amount: 'shop', views: ['standard', 'shop'] }];

/** A shop's home: its orders, invoices and payments; for a builder only orders, without money. */
export function ShopHome() {
  const seesMoney = useCan('invoices.read').isAllowed;
  return (
    <Page title="Shop dashboard">
      <div className={styles['home']}>
        <NeedsYou side="shop" />
        {seesMoney ? <Figures /> : <BuilderHome />}
      </div>
    </Page>
  );
}

function Figures() {
  const home = useHome('', false);
  const figures = useShopApi('GET /api/figures', {});
  return (
    <>
      <KeyFigureCards query={figures} cards={3} />
      <StatusTotals
        of="order"
        statuses={openStatuses}
        totals={home.orderTotals}
        query={home.orders}
        withCompany={false}
        linkTo={(status) => getPath('shop', 'orders', status)}
      />
      <WhenNear lines={6}>
        {() => (
          <StatusTotals
            of="invoice"
            statuses={invoiceStatuses}
            totals={home.invoiceTotals}
            query={home.invoices}
            withCompany={false}
            linkTo={(status) => getPath('shop', 'invoices', status)}
          />
        )}
      </WhenNear>
      <WhenNear>{() => <TrendCharts query={home.trend} charts={trends} />}</WhenNear>
      <WhenNear>{() => <StatusCharts home={home} withCompany={false} />}</WhenNear>
      <WhenNear>{() => <WorkCharts figures={figures} withShops={false} />}</WhenNear>
    </>
  );
}
