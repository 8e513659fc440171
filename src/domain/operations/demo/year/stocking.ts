import type { DateTime } from 'luxon';
import { countStock } from '../../../purchasing/inventory/count.js';
import { createMaterialOrder } from '../../../purchasing/material-orders/life/create.js';
import { updateMetalOrder } from '../../../purchasing/metal-orders/service.js';
import { pushToInventory } from '../../../purchasing/material-orders/receiving/push-to-inventory.js';
import { receiveMaterialOrder } from '../../../purchasing/material-orders/receiving/receive.js';
import { listShopItems } from '../../../catalogue/items/service.js';
import type { Ctx } from '../../../kernel/context.js';
import { importNow } from './desk.js';
import { addDemoVendors, orderMetalFor } from '../vendors.js';
import { listWeekdays, workdaysAfter } from './days.js';
import type { Dice } from './dice.js';
import type { DemoOrder } from './plan.js';
import type { Act } from './play.js';
import { crews, type Crew } from './staff.js';

interface Span {
  readonly first: DateTime;
  readonly last: DateTime;
}

/** Items that shops watch with order points, and the quantity of a full shelf. */
const watchedItems = [
  ...[{ name: '2x4x8', full: 800 } as const, { name: '2x4x10', full: 300 }, { name: '2x6x12', full: 240 }],
  ...[{ name: 'OSB 7/16 4x8', full: 240 } as const, { name: 'LP Panel Siding 4x7', full: 250 }],
  ...[{ name: 'Plywood 5/8 Floor 4x8', full: 160 } as const, { name: '4x6x12 Treated Skid', full: 80 }],
  ...[{ name: 'Metal Panel', full: 5000 } as const, { name: 'Window 24x36 Unit', full: 60 }],
  ...[{ name: 'Shingle Bundle Architectural', full: 120 } as const, { name: 'Exterior Paint White', full: 48 }],
] as const;

/** What material orders buy of them. Metal is bought with metal orders. */
const boughtAsMaterial = watchedItems.filter(({ name }) => name !== 'Metal Panel');

type Items = Awaited<ReturnType<typeof listShopItems>>['items'];
/** A shop's records after its first act. */
interface ShopRecords {
  items: Items;
  lumber: string;
  metal: string;
}

const toItem = ({ items }: ShopRecords, name: string): Items[number] => {
  const item = items.find((item) => item.name === name);
  if (!item) throw new Error(`The demo has no item "${name}".`);
  return item;
};
const getShop = ({ actor }: Ctx): string => actor?.shopId ?? '';

/** Vendors, order points, counts, and purchase orders for material and metal, for every shop. */
export function stockActs(orders: readonly DemoOrder[], dice: Dice, span: Span): Act[] {
  return crews.flatMap((crew) => {
    const store: ShopRecords = { items: [], lumber: '', metal: '' };
    const openAct: Act = {
      at: span.first.set({ hour: 6, minute: 30 }),
      crew,
      play: async (as) => {
        const ctx = as(crew.clerk);
        Object.assign(store, await readStore(ctx));
        await importNow(as(crew.admin), {
          kind: 'items',
          fileName: 'Order points.xlsx',
          rows: watchedItems.map(orderPoints),
        });
      },
    };
    return [
      openAct,
      ...countActs(crew, store, dice, span),
      ...materialActs(crew, store, dice, span),
      ...metalActs(crew, store, orders, span),
    ];
  });
}

async function readStore(ctx: Ctx): Promise<ShopRecords> {
  const { items } = await listShopItems(ctx, { shopId: getShop(ctx), size: 5000 });
  return { items, ...(await addDemoVendors(ctx, items)) };
}

const orderPoints = ({ name, full }: { name: string; full: number }) => ({
  Name: name,
  Order_Point_Warning: Math.round(full * 0.3),
  Order_Point_Critical: Math.round(full * 0.12),
  Full_Point: full,
});

/** The whole stock is counted every quarter, and just before the end, when some items are low. */
function countActs(crew: Crew, store: ShopRecords, dice: Dice, { first, last }: Span): Act[] {
  const final = last.minus({ days: 4 });
  const quarters = [0, 3, 6, 9].map((months) => first.plus({ months, days: 1 })).filter((day) => day < final);
  return [...quarters, final].map((day): Act => {
    const shares = Array.from({ length: 200 }, () => 0.35 + 0.6 * dice.next());
    const lowLevels = [0.05, 0.2, 0.09, 0.27].map(
      (share, n) => [watchedItems[(n * 3 + crews.indexOf(crew)) % watchedItems.length]?.name, share] as const,
    );
    const shortItems = new Map<string | undefined, number>(day === final ? lowLevels : []);
    return {
      at: day.set({ hour: 17, minute: 30 }),
      crew,
      play: async (as) => {
        const ctx = as(crew.clerk);
        const counts = store.items
          .filter(({ inventoryItem }) => inventoryItem)
          .map(({ _id: item, name, total }, n) => {
            const share = shortItems.get(name) ?? shares[n % shares.length] ?? 0.5;
            return { item, counted: Math.round(shelf(name, total) * share) };
          });
        await countStock(ctx, { id: getShop(ctx), counts });
      },
    };
  });
}

/** The quantity of an item on a full shelf: less of expensive ones. */
const shelf = (name: string, price: number): number =>
  watchedItems.find((one) => one.name === name)?.full ?? (price < 5 ? 900 : price < 25 ? 240 : price < 80 ? 90 : 24);

type End = 'moved' | 'received' | 'part' | 'placed' | 'draft';
/** The states of a shop's last purchase orders at the end, newest first. */
const ends: readonly End[] = ['draft', 'placed', 'part', 'received'];

/** A purchase order every month, and in every state at the end. */
function materialActs(crew: Crew, store: ShopRecords, dice: Dice, { first, last }: Span): Act[] {
  const months = listWeekdays(first.plus({ days: 5 }), last.minus({ days: 30 }), [2]).filter((_, n) => n % 4 === 1);
  const recent = [21, 14, 8, 2].map((days) => last.minus({ days }));
  let number = 600;
  return [...months, ...recent].flatMap((day, n, all): Act[] => {
    const end: End = ends[all.length - 1 - n] ?? 'moved';
    const lines = [0, 1, 2].map(
      (one) => boughtAsMaterial[(n * 2 + one * 3) % boughtAsMaterial.length] ?? watchedItems[0],
    );
    const orderLines = lines.map(({ name, full }) => ({
      name,
      quantity: Math.round(full * (0.2 + 0.3 * dice.next())),
    }));
    const purchaseOrderNumber = `M-${(number += 1)}`;
    const freight = 5 * dice.between(6, 24);
    let order: { _id: string; items: readonly { _id: string; item: { _id: string | null }; quantity: number }[] };
    const place: Act = {
      at: day.set({ hour: 9, minute: 40 }),
      crew,
      play: async (as) => {
        const ctx = as(crew.clerk);
        const items = orderLines.map(({ name, quantity }) => {
          const { _id: item, subTotal: newPrice } = toItem(store, name);
          return { item, quantity, newPrice };
        });
        const fields = { purchaseOrderNumber, vendor: store.lumber, freight, items, draft: end === 'draft' };
        order = (await createMaterialOrder(ctx, fields)).item;
      },
    };
    const receive: Act = {
      at: workdaysAfter(day, 3).set({ hour: 13 }),
      crew,
      play: async (as) => {
        const ctx = as(crew.clerk);
        const share = end === 'part' ? 0.5 : 1;
        const items = order.items.map(({ _id, quantity }, line) => ({
          ...{ _id, receive: end === 'part' && line === 2 ? 0 : Math.round(quantity * share) },
        }));
        await receiveMaterialOrder(ctx, { id: order._id, items: items.filter((one) => one.receive > 0) });
        if (end !== 'moved') return;
        for (const [line, { item }] of order.items.entries())
          await pushToInventory(ctx, { id: item._id ?? '', materialOrder: order._id, line });
      },
    };
    if (end === 'draft' || end === 'placed') return [place];
    return [place, receive];
  });
}

/** Metal for some orders when building starts; it arrives before they are finished. */
function metalActs(crew: Crew, store: ShopRecords, orders: readonly DemoOrder[], { last }: Span): Act[] {
  const startedOrders = orders.filter(
    ({ crew: orderCrew, times, row }) =>
      orderCrew === crew && times.has('started') && row['buildingRoofType'] === 'Metal',
  );
  const finishedOrders = startedOrders
    .filter(({ times }) => (times.get('finished') ?? last) < last)
    .filter((_, n) => n % 6 === 2);
  const building = startedOrders.filter(({ times }) => !times.has('finished')).slice(-2);
  return [...finishedOrders, ...building].flatMap((order, n): Act[] => {
    const { times, row } = order;
    let id: string | null = null;
    const place: Act = {
      at: (times.get('started') ?? last).plus({ minutes: 50 }),
      crew,
      play: async (as) => {
        id = await orderMetalFor(as(crew.clerk), {
          ...{ serialNumber: row.serialNumber, vendor: store.metal, purchaseOrderNumber: `P-${301 + n}` },
        });
      },
    };
    const receive: Act = {
      at: (times.get('finished') ?? last).minus({ hours: 2 }),
      crew,
      play: async (as) => id && updateMetalOrder(as(crew.clerk), { id, recieved: true }),
    };
    return times.has('finished') ? [place, receive] : [place];
  });
}
