import { useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Select } from '../../../../components/ui/form/inputs/select.js';
import { LoadedContent } from '../../../../components/ui/loaded.js';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import { PlainTable } from '../../../../components/ui/table/plain-table.js';
import { useNotify } from '../../../../components/ui/overlay/use-notify.js';
import type { Output } from '../../../../lib/server/api.js';
import { formatCount } from '../../../../lib/format.js';
import { useGuardedClose } from '../../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../../lib/server/use-api.js';

type HeldOrders = Output<'GET /api/orders/alerts/held'>['items'][number];
type Shops = Output<'GET /api/lookups'>['shops'];

const MOST = 200;

/** Chooses a shop for each New order that names none; the shop of its dealer is suggested. */
export function ShopsDialog({ onClose }: { onClose: () => void }) {
  const query = useApi('GET /api/orders/alerts/held', { kind: 'shop-missing', size: MOST });
  const shops = useApi('GET /api/lookups', {}).data?.shops ?? [];
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const close = useGuardedClose(onClose, Object.keys(choices).length > 0, ['Shops']);
  const getShop = ({ _id, suggestedShop }: HeldOrders): string => choices[_id] ?? suggestedShop?._id ?? '';
  const { save, pending } = useSave(onClose);
  const items = query.data?.items ?? [];
  const readyOrders = items.filter((order) => getShop(order) !== '');
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button
        kind="primary"
        pending={pending}
        disabledReason={readyOrders.length === 0 ? 'Choose a shop first.' : null}
        onClick={() => void save(readyOrders.map((order) => ({ order: order._id, shop: getShop(order) })))}
      >
        {readyOrders.length === 0 ? 'Save shops' : `Save shops of ${formatCount(readyOrders.length, 'order')}`}
      </Button>
    </>
  );
  return (
    <Dialog title="Orders without a shop" size="large" footer={footer} busy={pending} onClose={close}>
      <div className="row">
        <span aria-hidden="true">Shop of all these orders</span>
        <ShopSelect
          label="Shop of all these orders"
          shops={shops}
          value=""
          onChange={(shop) => setChoices(Object.fromEntries(items.map(({ _id }) => [_id, shop])))}
        />
      </div>
      <LoadedContent query={query} lines={5}>
        {(data) => (
          <PlainTable
            label="Orders without a shop"
            columns={[{ header: 'Serial #' }, { header: 'Model' }, { header: 'Dealer' }, { header: 'Shop' }]}
            rows={data.items.map((order) => ({
              key: order._id,
              cells: [
                order.serialNumber,
                order.model,
                order.dealer ?? '',
                <ShopSelect
                  key="shop"
                  label={`Shop of ${order.serialNumber}`}
                  shops={shops}
                  value={getShop(order)}
                  onChange={(shop) => setChoices({ ...choices, [order._id]: shop })}
                />,
              ],
            }))}
          />
        )}
      </LoadedContent>
    </Dialog>
  );
}

interface ShopSelectProps {
  readonly label: string;
  readonly shops: Shops;
  readonly value: string;
  readonly onChange: (shop: string) => void;
}

const ShopSelect = ({ label, shops, value, onChange }: ShopSelectProps) => (
  <Select
    label={label}
    recent="shops"
    placeholder="Choose a shop"
    options={shops.map(({ _id, name }) => ({ value: _id, label: name }))}
    value={value}
    onChange={onChange}
  />
);

/** Saves the chosen shops, the orders of each shop together. */
function useSave(onClose: () => void) {
  const { notify } = useNotify('Order');
  const { send } = useSend('POST /api/orders/alerts/choose');
  const [pending, setPending] = useState(false);
  const save = async (assignments: readonly { readonly order: string; readonly shop: string }[]) => {
    const sendAll = async () => {
      let orders = 0;
      for (const choice of new Set(assignments.map(({ shop }) => shop))) {
        const ids = assignments.filter(({ shop }) => shop === choice).map(({ order }) => order);
        orders += (await send({ kind: 'shop-missing', choice, ids })).orders;
      }
      return { msg: `Shop chosen for ${formatCount(orders, 'order')}.` };
    };
    setPending(true);
    const answer = await notify(sendAll());
    setPending(false);
    if (answer) onClose();
  };
  return { save, pending };
}
