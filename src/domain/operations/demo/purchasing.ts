import { formatDollars } from '../../kernel/cents.js';
import type { Ctx } from '../../kernel/context.js';
import { countStock } from '../../purchasing/inventory/count.js';
import { changeItem, listShopItems } from '../../catalogue/items/service.js';
import { createMaterialOrder } from '../../purchasing/material-orders/life/create.js';
import { pushToInventory } from '../../purchasing/material-orders/receiving/push-service.js';
import { receiveMaterialOrder } from '../../purchasing/material-orders/receiving/receive.js';
import { findOrdersForMetal, listMetalPackages } from '../../purchasing/metal-orders/choices.js';
import { createMetalOrder } from '../../purchasing/metal-orders/service.js';
import { sizeMetalPackage } from '../../purchasing/metal-orders/sizes.js';
import { listShops } from '../../company/shops/service.js';
import { addVendor } from '../../purchasing/vendors/service.js';
import { demoShop } from './accounts.js';
import { asShop } from './as-shop.js';

const keystone = {
  name: 'Keystone Metal Supply',
  email: 'orders@keystone-metal.example',
  city: 'Lancaster',
  state: 'PA',
};
const susquehanna = { name: 'Susquehanna Lumber', email: 'yard@susquehanna.example', city: 'Columbia', state: 'PA' };

/** Order points and counted quantities: items below their points, and one with enough. */
const stocked = [
  { name: '2x4x8', critical: 100, warning: 250, full: 800, counted: 60 },
  { name: '2x4x10', critical: 40, warning: 100, full: 300, counted: 75 },
  { name: 'OSB 7/16 4x8', critical: 40, warning: 90, full: 240, counted: 150 },
  { name: 'LP Panel Siding 4x7', critical: 30, warning: 80, full: 250, counted: 22 },
  { name: 'Metal Panel', critical: 500, warning: 1500, full: 5000, counted: 1210.5 },
] as const;

/** The lines of the material order, and how much was received. */
const bought = [
  { name: '2x4x16', quantity: 40, came: 40 },
  { name: '2x4x8', quantity: 200, came: 80 },
  { name: 'OSB 7/16 4x8', quantity: 60, came: 0 },
] as const;

/**
 * Runs purchasing once for the shop of the demo accounts, as its users do: counted stock with order points, vendors with
 * their items, a material order partly received and moved to stock, and the metal for a waiting order. Reports each step.
 */
export async function runPurchasing(office: Ctx, print: (text: string) => void): Promise<void> {
  const shop = (await listShops(office, {})).items.find(({ name }) => name === demoShop);
  if (!shop) return;
  const ctx = asShop(office, shop);
  const { items } = await listShopItems(ctx, { shopId: shop._id, size: 5000 });
  await countShelves(ctx, shop._id, items);
  const sold = (...categories: string[]) =>
    items.filter(({ category }) => categories.includes(category.name)).map(({ _id }) => _id);
  const metal = await addVendor(ctx, { ...keystone, defaultItems: sold('Metal') });
  const lumber = await addVendor(ctx, { ...susquehanna, defaultItems: sold('Lumber', 'Sheeting', 'Siding') });
  await orderMaterial(ctx, lumber.item._id, items, print);
  await orderMetal(ctx, metal.item._id, print);
}

type Items = Awaited<ReturnType<typeof listShopItems>>['items'];

const toItem = (items: Items, name: string): Items[number] => {
  const found = items.find((item) => item.name === name);
  if (!found) throw new Error(`The demo has no item "${name}".`);
  return found;
};

async function countShelves(ctx: Ctx, shop: string, items: Items): Promise<void> {
  for (const { name, critical, warning, full } of stocked)
    await changeItem(ctx, {
      ...{ id: toItem(items, name)._id, param: shop, name },
      ...{ orderPointCritical: critical, orderPointWarning: warning, fullPoint: full },
      ...{ quantityOnOrder: 0, quantityInRecieved: 0, quantityInCurrent: 0 },
    });
  const counts = stocked.map(({ name, counted }) => ({ item: toItem(items, name)._id, counted }));
  await countStock(ctx, { id: shop, counts });
}

async function orderMaterial(ctx: Ctx, vendor: string, items: Items, print: (text: string) => void): Promise<void> {
  const { item: order } = await createMaterialOrder(ctx, {
    ...{ purchaseOrderNumber: 'M-1001', vendor, freight: 85 },
    items: bought.map(({ name, quantity }) => {
      const { _id, subTotal } = toItem(items, name);
      return { item: _id, quantity, newPrice: subTotal };
    }),
  });
  const came = order.items.map(({ _id }, n) => ({ _id, receive: bought[n]?.came ?? 0 }));
  await receiveMaterialOrder(ctx, { id: order._id, items: came.filter(({ receive }) => receive > 0) });
  await pushToInventory(ctx, { id: order.items[0]?.item._id ?? '', materialOrder: order._id, line: 0 });
  print(`Purchasing: material order M-1001 for ${formatDollars(order.grandTotal)}, partly received.`);
}

async function orderMetal(ctx: Ctx, vendor: string, print: (text: string) => void): Promise<void> {
  const { items: packages } = await listMetalPackages(ctx, {});
  const { items: orders } = await findOrdersForMetal(ctx, {});
  const waiting = orders.find(({ status, roofColor }) => roofColor && (status === 'Building' || status === 'On Hold'));
  if (!waiting) return;
  const fits = await findPackage(ctx, packages, waiting.serialNumber);
  if (!fits) return;
  const { serialNumber, roofColor, sidingColor, trimColor } = waiting;
  await createMetalOrder(ctx, {
    ...{ vendor, purchaseOrderNumber: 'P-2001' },
    metalOrder: [{ metalPackage: { _id: fits._id }, serialNumber, roofColor, sidingColor, trimColor }],
  });
  print(`Purchasing: metal order P-2001 for ${serialNumber}.`);
}

type Packages = Awaited<ReturnType<typeof listMetalPackages>>['items'];

/** The first metal package of the order with this serial number. */
async function findPackage(ctx: Ctx, packages: Packages, serialNumber: string): Promise<Packages[number] | undefined> {
  for (const one of packages) {
    const { sizedBy } = await sizeMetalPackage(ctx, { component: one._id, serialNumber });
    if (sizedBy === 'order') return one;
  }
  return undefined;
}
