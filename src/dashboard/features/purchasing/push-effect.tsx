import { PlainTable } from '../../components/ui/table/plain-table.js';
import { ProfitByShop } from '../../components/shared/preview-effect.js';
import type { Preview } from '../../lib/server/api.js';
import { formatCount, money, quantity } from '../../lib/format.js';
import { unitPricesOf } from './unit-prices.js';

/** The server's preview of moving a line to stock. */
export type PushEffectOf = Preview<'PUT /api/item/shop/inventory/push/:id'>;
type Cost = PushEffectOf['before'];

const change = (before: number, after: number): number => Math.round((after - before) * 1e4) / 1e4;
const formatSigned = (text: string, value: number): string => (value > 0 ? `+${text}` : text);

/** The item's old and new cost, the products made of it, and the effect on gross profit. */
export function PushEffect({ effect }: { effect: PushEffectOf }) {
  const { item, quantity: pushedQuantity, before, after, components, building, prices } = effect;
  const formatPrice = unitPricesOf(
    [before, after].flatMap(({ subTotal, freight, total }) => [subTotal, freight, total]),
  );
  const costRow = (label: string, part: keyof Cost) => {
    const difference = change(before[part], after[part]);
    return {
      key: part,
      cells: [
        label,
        formatPrice(before[part]),
        formatPrice(after[part]),
        formatSigned(formatPrice(difference), difference),
      ],
    };
  };
  return (
    <>
      <p>
        Move {quantity(pushedQuantity)} {item.name} into stock and set the cost to:
      </p>
      <PlainTable
        label="Unit cost"
        columns={costColumns}
        rows={[costRow('Sub-total', 'subTotal'), costRow('Freight', 'freight'), costRow('Total', 'total')]}
      />
      <p>
        Used in {formatCount(components, 'component')}. Changes the cost of {formatCount(prices.sheds, 'shed')} and{' '}
        {formatCount(prices.addOns, 'add-on')}. Not changed until re-priced:{' '}
        {formatCount(prices.openOrders, 'open order')}.
      </p>
      <BuildingUse item={item.name} building={building} />
      {prices.shops.length > 0 && <ProfitByShop shops={prices.shops} />}
    </>
  );
}

const costColumns = [
  { header: 'Unit cost' },
  { header: 'Old', align: 'right' },
  { header: 'New', align: 'right' },
  { header: 'Change', align: 'right' },
] as const;

const buildingColumns = [
  { header: 'Material' },
  { header: 'At standard cost', align: 'right' },
  { header: 'At your old cost', align: 'right' },
  { header: 'At your new cost', align: 'right' },
  { header: 'Gross profit change', align: 'right' },
] as const;

/** The item's use in sheds being built or next to be built: units of their orders × its cost. */
function BuildingUse({ item, building }: { item: string; building: PushEffectOf['building'] }) {
  const { orders, units, standard, before, after } = building;
  if (orders === 0) return <p className="muted">No order in the queue or under construction uses this item.</p>;
  const less = change(after, before);
  return (
    <PlainTable
      label="Material of orders in progress"
      caption={`Your cost of ${quantity(units)} ${item} for ${formatCount(orders, 'order')} in the queue or under construction`}
      columns={buildingColumns}
      rows={[
        {
          key: 'building',
          cells: [
            `${quantity(units)} × ${item}`,
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
