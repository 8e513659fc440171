import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useApi } from '../../../lib/server/use-api.js';
import { openStatuses } from '../../../../domain/kernel/order/status.js';
import { invoiceStatuses, computeTotals } from './series.js';

/** The figures of a home screen, for one shop or for all that the user may see. */
export function useHome(shop: string, withCompany: boolean) {
  const input = shop ? { shop } : {};
  const orders = useApi('GET /api/orders/chart/filter', input);
  const invoices = useApi('GET /api/invoice/chart/filter', input);
  const trend = useApi('GET /api/payment/trend', input);
  const orderTotals = useMemo(
    () => orders.data && computeTotals(openStatuses, orders.data.items, withCompany),
    [orders.data, withCompany],
  );
  const invoiceTotals = useMemo(
    () =>
      invoices.data &&
      computeTotals(
        invoiceStatuses,
        invoices.data.items.map(({ grandTotal, ...rest }) => ({ ...rest, total: grandTotal })),
        withCompany,
      ),
    [invoices.data, withCompany],
  );
  return { orders, invoices, trend, orderTotals, invoiceTotals };
}

export type Home = ReturnType<typeof useHome>;

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The shop in the address (empty for all), and a function to change it. */
export function useChosenShop(): [string, (shop: string) => void] {
  const shopName = new URLSearchParams(useSearch()).get('shop') ?? '';
  const choose = (shop: string) => {
    const query = new URLSearchParams(window.location.search);
    if (shop) query.set('shop', shop);
    else query.delete('shop');
    navigate(window.location.pathname + (query.size > 0 ? `?${query.toString()}` : ''), { replace: true });
  };
  return [isId(shopName) ? shopName : '', choose];
}
