import { isShopRole } from '../../../domain/kernel/rights/roles.js';
import { day } from '../../lib/format.js';
import type { Me } from '../../lib/server/session.js';
import { type ApiState, useApi } from '../../lib/server/use-api.js';
import type { Found, Searched, Wanted } from './palette-hits.js';

/** The searches a user may run. */
type MaySearch = Readonly<Record<'orders' | 'invoices' | 'repairs' | 'payments' | 'shops', boolean>>;

const MOST_ASKED = 20;

/** The records the server finds for a text, of the user's shop or all shops, one list per kind. */
export function useFoundRecords(asked: Wanted | null, may: MaySearch, me: Me) {
  const side = isShopRole(me.role) ? '/shop' : '/company';
  const asks = (allowed: boolean, ...kinds: Searched[]): string | null =>
    allowed && asked && (asked.kind === null || kinds.includes(asked.kind)) ? asked.text : null;
  const [forOrders, forInvoices] = [asks(may.orders, 'order'), asks(may.invoices, 'invoice')];
  const [forRepairs, forPayments] = [asks(may.repairs, 'invoice', 'repair', 'driver'), asks(may.payments, 'payment')];
  const forShops = asks(may.shops, 'shop');
  const orders = useApi(
    'GET /api/orders/search/:serialNumber',
    forOrders === null ? null : { serialNumber: forOrders },
  );
  const invoices = useApi('GET /api/invoice/search/:number', forInvoices === null ? null : { number: forInvoices });
  const repairs = useApi('GET /api/repairinvoice/search/:number', forRepairs === null ? null : { number: forRepairs });
  const payments = useApi(
    'GET /api/payment',
    forPayments === null ? null : { search: forPayments, sort: '-paymentNumber', size: MOST_ASKED },
  );
  const shops = useApi('GET /api/shop', forShops === null ? null : {});
  const items = <T>(query: ApiState<{ readonly items: readonly T[] }>, text: string | null): readonly T[] =>
    text === null ? [] : (query.data?.items ?? []);
  const found: readonly (readonly Found[])[] = [
    items(orders, forOrders).map(({ _id, serialNumber, customer, status }) => ({
      key: _id,
      label: serialNumber,
      note: ['Order', customer, status].filter(Boolean).join(', '),
      go: `${side}/order/form?id=${_id}`,
      by: [serialNumber, customer],
    })),
    items(invoices, forInvoices).map(({ _id, invoiceNumber, shop, status }) => ({
      key: _id,
      label: invoiceNumber,
      note: `Invoice, ${shop.name}, ${status}`,
      go: `${side}/invoice/form?id=${_id}`,
      by: [invoiceNumber],
    })),
    items(repairs, forRepairs).map(({ _id, type, invoiceNumber, shop, status }) => ({
      key: _id,
      label: invoiceNumber,
      note: `${type} invoice, ${shop.name}, ${status}`,
      go: `${side}/${type.toLowerCase()}/invoice/form?id=${_id}`,
      by: [invoiceNumber],
    })),
    items(payments, forPayments).map(({ _id, paymentNumber, shop, paymentDate }) => ({
      key: _id,
      label: paymentNumber,
      note: `Payment, ${shop.name}, ${day(paymentDate)}`,
      go: `${side}/payment/view?id=${_id}`,
      by: [paymentNumber, shop.name],
    })),
    items(shops, forShops).map(({ _id, name }) => ({
      key: _id,
      label: name,
      note: 'Shop',
      go: `/company/shop/form?id=${_id}`,
      by: [name],
    })),
  ];
  const queries = [orders, invoices, repairs, payments, shops];
  return {
    found,
    isRefreshing: queries.some((query) => query.isRefreshing),
    failed: queries.find((query) => query.error)?.error?.msg ?? null,
  };
}
