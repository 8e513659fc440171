import { Redirect, useSearchParams } from 'wouter';
import { getAudience } from '../../../../domain/kernel/rights/roles.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { OrderForm } from './order-form.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';
import { WorkOrder } from './work-order.js';

/** The order in the address; without one, the list of orders in the queue. */
export function OrderFormPage() {
  const { role } = useMe();
  const [query] = useSearchParams();
  const id = query.get('id');
  const list = role.startsWith('Office') ? '/company/orders/inqueue' : '/shop/orders/inqueue';
  return id ? <OneOrder key={id} id={id} list={list} /> : <Redirect to={list} replace />;
}

function OneOrder({ id, list }: { id: string; list: string }) {
  const { role } = useMe();
  const query = useApi('GET /api/orders/byid/:id', { id });
  const order: OrderRecord | undefined = query.data;
  if (!order) {
    return (
      <Page title="Order" back={list}>
        <LoadedContent query={query}>{() => null}</LoadedContent>
      </Page>
    );
  }
  return (
    <>
      {query.error && <LoadedContent query={query}>{() => null}</LoadedContent>}
      {getAudience(role) === 'builder' ? <WorkOrder order={order} /> : <OrderForm order={order} />}
    </>
  );
}
