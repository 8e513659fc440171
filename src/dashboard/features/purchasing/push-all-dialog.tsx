import { useNotify } from '../../components/ui/overlay/use-notify.js';
import { PlainTable } from '../../components/ui/table/plain-table.js';
import { ProfitByShop } from '../../components/shared/preview-effect.js';
import type { Preview } from '../../lib/server/api.js';
import { formatCount, money, quantity } from '../../lib/format.js';
import { unitPricesOf } from './unit-prices.js';
import { useRefresh, useSend } from '../../lib/server/use-api.js';
import { PushFrame } from './push-frame.js';
import { usePreview } from './use-preview.js';

const CALL = 'PUT /api/item/shop/inventory/push/all/:id';
type Effect = Preview<typeof CALL>;

/** Shows what moving everything received to stock does to costs and gross profit; confirming applies exactly that. */
export function PushAllDialog({ shop, onClose }: { shop: string; onClose: () => void }) {
  const { notify } = useNotify('Received Items');
  const refresh = useRefresh();
  const preview = usePreview(CALL, { id: shop });
  const { send, pending } = useSend(CALL);
  const push = async ({ seen }: Effect) => {
    if (!(await notify(send({ id: shop, seen })))) void refresh(['materialOrders']);
    onClose();
  };
  return (
    <PushFrame
      title="Move everything received to stock"
      label={preview.effect ? `Move ${formatCount(preview.effect.items.length, 'item')} to stock` : 'Move to stock'}
      preview={preview}
      pending={pending}
      onPush={push}
      onClose={onClose}
    >
      {(effect) => <PushAllEffect effect={effect} />}
    </PushFrame>
  );
}

const change = (before: number, after: number): number => Math.round((after - before) * 1e4) / 1e4;
const formatSigned = (text: string, value: number): string => (value > 0 ? `+${text}` : text);

function PushAllEffect({ effect }: { effect: Effect }) {
  const { orders, items, components, prices } = effect;
  const formatPrice = unitPricesOf(items.flatMap(({ before, after }) => [before.total, after.total]));
  return (
    <>
      <p>
        Move {formatCount(items.length, 'item')} of {formatCount(orders, 'purchase order')} into stock and set their
        unit costs. This cannot be undone.
      </p>
      <PlainTable
        label="Unit costs"
        columns={costColumns}
        rows={items.map(({ item, quantity: movedQuantity, before, after }) => {
          const difference = change(before.total, after.total);
          return {
            key: item._id,
            cells: [
              item.name,
              quantity(movedQuantity),
              formatPrice(before.total),
              formatPrice(after.total),
              difference === 0 ? '—' : formatSigned(formatPrice(difference), difference),
            ],
          };
        })}
      />
      <p>
        Used in {formatCount(components, 'component')}. Changes the cost of {formatCount(prices.sheds, 'shed')} and{' '}
        {formatCount(prices.addOns, 'add-on')}. Not changed until re-priced:{' '}
        {formatCount(prices.openOrders, 'open order')}.
      </p>
      <BuildingEffect building={effect.building} />
      {prices.shops.length > 0 && <ProfitByShop shops={prices.shops} />}
    </>
  );
}

const costColumns = [
  { header: 'Item' },
  { header: 'Quantity', align: 'right' },
  { header: 'Old cost', align: 'right' },
  { header: 'New cost', align: 'right' },
  { header: 'Change', align: 'right' },
] as const;

const buildingColumns = [
  { header: 'Orders' },
  { header: 'At standard cost', align: 'right' },
  { header: 'At your old costs', align: 'right' },
  { header: 'At your new costs', align: 'right' },
  { header: 'Gross profit change', align: 'right' },
] as const;

/** These items in the sheds being built or next to be built. */
function BuildingEffect({ building: { orders, standard, before, after } }: { building: Effect['building'] }) {
  if (orders === 0) return <p className="muted">No order in the queue or under construction uses these items.</p>;
  const less = change(after, before);
  return (
    <PlainTable
      label="Material of orders in progress"
      caption="Your cost of these items for orders in the queue or under construction"
      columns={buildingColumns}
      rows={[
        {
          key: 'building',
          cells: [
            formatCount(orders, 'order'),
            money(standard),
            money(before),
            money(after),
            formatSigned(money(less), less),
          ],
        },
      ]}
    />
  );
}
