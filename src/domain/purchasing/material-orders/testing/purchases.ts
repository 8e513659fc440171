import { beforeAll } from 'vitest';
import { findShopItem } from '../../../catalogue/items/queries.js';
import { type ActorName, homeShop, type World } from '../../../testing/world.js';
import { createVendor } from '../../vendors/service.js';
import { createMaterialOrder } from '../life/create.js';
import { pushToInventory } from '../receiving/push-to-inventory.js';
import { receiveMaterialOrder } from '../receiving/receive.js';

/** A shop that buys from one vendor, three catalogue items to buy, and helpers for the steps of a purchase. */
export function usePurchases(world: World) {
  const of = { vendor: '', home: '', items: [] as string[] };
  let count = 0;
  const shop = (name: ActorName = 'shop.user') => world.ctx(name);
  beforeAll(async () => {
    of.home = await world.findShopId(homeShop);
    of.vendor = (await createVendor(shop(), { name: 'Steel & Sons' })).item._id;
    of.items = (await world.db('items').orderBy('id').limit(3).pluck('id')) as string[];
  });
  /** On-order, received and current quantities of the n-th item. */
  const stock = async (n = 0): Promise<number[]> => {
    const item = await findShopItem(world.db, { shop: of.home, id: of.items[n] ?? '' });
    return [item.quantityOnOrder, item.quantityInRecieved, item.quantityInCurrent] as number[];
  };
  return {
    of,
    shop,
    stock,
    /** A line with a quantity of the n-th item. */
    getLine: (n: number, quantity: number, more: object = {}) => ({ item: of.items[n], quantity, ...more }),
    createOrder: (lines: object[], more: object = {}) =>
      createMaterialOrder(shop(), {
        ...{ vendor: of.vendor, purchaseOrderNumber: `PO-${(count += 1)}`, items: lines },
        ...more,
      } as never).then(({ item }) => item),
    getFirstId: (lines: readonly { _id: string }[]): string => lines[0]?._id ?? '',
    receive: (id: string, values: object, who: ActorName = 'shop.user') =>
      receiveMaterialOrder(shop(who), { id, ...values }),
    push: (id: string, line: string, n = 0, more: object = {}) =>
      pushToInventory(shop(), { id: of.items[n] ?? '', materialOrder: id, line, ...more }),
    /** How the given steps change the n-th item's stock. */
    measureMoves: async (work: () => Promise<unknown>, n = 0): Promise<number[]> => {
      const before = await stock(n);
      await work();
      return (await stock(n)).map((quantity, at) => quantity - (before[at] ?? 0));
    },
  };
}
