import { formatDollars } from '../../kernel/cents.js';
import type { Ctx } from '../../kernel/context.js';
import { countStock } from '../../purchasing/inventory/count.js';
import { updateItem, listShopItems } from '../../catalogue/items/service.js';
import { createMaterialOrder } from '../../purchasing/material-orders/life/create.js';
import { pushToInventory } from '../../purchasing/material-orders/receiving/push-to-inventory.js';
import { receiveMaterialOrder } from '../../purchasing/material-orders/receiving/receive.js';
import { listOrdersForMetal } from '../../purchasing/metal-orders/choices.js';
import { listShops } from '../../company/shops/service.js';
import { demoShop } from './accounts.js';
import { asShop } from './as-shop.js';
import { addDemoVendors, orderMetalFor } from './vendors.js';

/** Order points and counted quantities: items below their points, and one with enough. */
const stockItems = [
  { name: '2x4x8', critical: 100, warning: 250, full: 800, counted: 60 },
  { name: '2x4x10', critical: 40, warning: 100, full: 300, counted: 75 },
  { name: 'OSB 7/16 4x8', critical: 40, warning: 90, full: 240, counted: 150 },
  { name: 'LP Panel Siding 4x7', critical: 30, warning: 80, full: 250, counted: 22 },
  { name: 'Metal Panel', critical: 500, warning: 1500, full: 5000, counted: 1210.5 },
] as const;

/** The lines of the material order, and how much was received. */
const purchases = [
  { name: '2x4x16', quantity: 40, received: 40 },
  { name: '2x4x8', quantity: 200, received: 80 },
  { name: 'OSB 7/16 4x8', quantity: 60, received: 0 },
] as const;

/**
 * Runs purchasing once for the shop of the demo accounts, as its users would: counted stock with order points,
 * vendors with their items, a material order partly received and moved to stock, and the metal for a waiting order.
 * Reports each step.
 */
export async function runPurchasing(office: Ctx, print: (text: string) => void): Promise<void> {
  const shop = (await listShops(office, {})).items.find(({ name }) => name === demoShop);
  if (!shop) return;
  const ctx = await asShop(office, shop);
  const { items } = await listShopItems(ctx, { shopId: shop._id, size: 5000 });
  await countShelves(ctx, shop._id, items);
  const { metal, lumber } = await addDemoVendors(ctx, items);
  await orderMaterial(ctx, lumber, items, print);
  await orderMetal(ctx, metal, print);
}

type Items = Awaited<ReturnType<typeof listShopItems>>['items'];

const toItem = (items: Items, name: string): Items[number] => {
  const item = items.find((item) => item.name === name);
  if (!item) throw new Error(`The demo has no item "${name}".`);
  return item;
};

async function countShelves(ctx: Ctx, shop: string, items: Items): Promise<void> {
  for (const { name, critical, warning, full } of stockItems)
    await updateItem(ctx, {
      ...{ id: toItem(items, name)._id, param: shop, name },
      ...{ orderPointCritical: critical, orderPointWarning: warning, fullPoint: full },
      ...{ quantityOnOrder: 0, quantityInRecieved: 0, quantityInCurrent: 0 },
    });
  const counts = stockItems.map(({ name, counted }) => ({ item: toItem(items, name)._id, counted }));
  await countStock(ctx, { id: shop, counts });
}

async function orderMaterial(ctx: Ctx, vendor: string, items: Items, print: (text: string) => void): Promise<void> {
  const { item: order } = await createMaterialOrder(ctx, {
    ...{ purchaseOrderNumber: 'M-1001', vendor, freight: 85 },
    items: purchases.map(({ name, quantity }) => {
      const { _id, subTotal } = toItem(items, name);
      return { item: _id, quantity, newPrice: subTotal };
    }),
  });
  const receipts = order.items.map(({ _id }, n) => ({ _id, receive: purchases[n]?.received ?? 0 }));
  await receiveMaterialOrder(ctx, { id: order._id, items: receipts.filter(({ receive }) => receive > 0) });
  await pushToInventory(ctx, { id: order.items[0]?.item._id ?? '', materialOrder: order._id, line: 0 });
  print(`Purchasing: material order M-1001 for ${formatDollars(order.grandTotal)}, partly received.`);
}

async function orderMetal(ctx: Ctx, vendor: string, print: (text: string) => void): Promise<void> {
  const { items: orders } = await listOrdersForMetal(ctx, {});
  const waitingOrder = orders.find(
    ({ status, roofColor }) => roofColor && (status === 'Building' || status === 'On Hold'),
  );
  const { serialNumber } = waitingOrder ?? {};
  if (serialNumber && (await orderMetalFor(ctx, { serialNumber, vendor, purchaseOrderNumber: 'P-2001' })))
    print(`Purchasing: metal order P-2001 for ${serialNumber}.`);
}
